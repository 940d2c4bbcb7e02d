package dev.assay.cluster.jvm;

import java.nio.file.Files;
import java.nio.file.Path;

/** Locates the Java installation that runs Assay, and with it every Java server that Assay starts. */
final class JavaHome {
    private static final Path HOME = Path.of(System.getProperty("java.home"));

    private JavaHome() {}

    /** Returns whether the installation has an archive of its own classes, without which its JVM writes none of a program's. */
    static boolean hasClassArchive() {
        return Files.exists(HOME.resolve("lib").resolve("server").resolve("classes.jsa"));
    }

    static Path program(String name) {
        return HOME.resolve("bin").resolve(name);
    }
}
