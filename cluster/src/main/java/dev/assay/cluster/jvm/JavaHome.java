package dev.assay.cluster.jvm;

import java.nio.file.Path;

/** The Java installation that runs Assay, and with it every Java server that Assay starts. */
final class JavaHome {
    private static final Path HOME = Path.of(System.getProperty("java.home"));

    private JavaHome() {}

    static Path program(String name) {
        return HOME.resolve("bin").resolve(name);
    }
}
