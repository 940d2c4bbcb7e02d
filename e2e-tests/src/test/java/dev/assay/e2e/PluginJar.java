package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Builds the system of docs/ADDING-A-SYSTEM.md as the page says: against the jars of the installation and nothing else. */
final class PluginJar {
    static final Path EXAMPLE =
            Path.of("../docs/adding-a-system").toAbsolutePath().normalize();

    private PluginJar() {}

    static Path built(Path folder) throws IOException {
        String jars;
        try (Stream<Path> files = Files.list(AssayProgram.DIST.resolve("cli"))) {
            jars = files.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        }
        Path classes = compiled(folder.resolve("classes"), jars, "SpoolSystem", "SpoolDriver");
        return jar(folder.resolve("spool.jar"), "-C", classes.toString(), ".", "-C", EXAMPLE.toString(), "META-INF");
    }

    static Path compiled(Path target, String classPath, String... names) {
        List<String> arguments = new ArrayList<>(
                List.of("-proc:none", "-Xlint:all,-path", "-Werror", "-d", target.toString(), "-cp", classPath));
        Stream.of(names)
                .map(name -> EXAMPLE.resolve("spool").resolve(name + ".java").toString())
                .forEach(arguments::add);
        int outcome = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
        assertThat(outcome).as("outcome of compiling %s", arguments).isZero();
        return target;
    }

    static Path jar(Path jar, String... content) {
        List<String> arguments = new ArrayList<>(List.of("--create", "--file", jar.toString()));
        arguments.addAll(List.of(content));
        assertThat(java.util.spi.ToolProvider.findFirst("jar")
                        .orElseThrow()
                        .run(System.out, System.err, arguments.toArray(String[]::new)))
                .isZero();
        return jar;
    }

    /**
     * Makes a jar in which {@code text} replaces each of these files of the example, or that lacks them where the text is
     * empty; it has no classes.
     */
    static Path without(Path folder, String name, String file, String text) throws IOException {
        Path content = folder.resolve(name);
        try (Stream<Path> files = Files.walk(EXAMPLE.resolve("META-INF"))) {
            for (Path each : files.filter(Files::isRegularFile).toList()) {
                Path target = content.resolve(EXAMPLE.relativize(each).toString());
                Files.createDirectories(target.getParent());
                if (!each.endsWith(file)) {
                    Files.copy(each, target);
                } else if (!text.isEmpty()) {
                    Files.writeString(target, text);
                }
            }
        }
        return jar(folder.resolve(name + ".jar"), "-C", content.toString(), ".");
    }
}
