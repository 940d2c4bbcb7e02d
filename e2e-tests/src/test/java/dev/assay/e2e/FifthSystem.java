package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * An installation as it is, and next to it one more system that nobody knew when it was built: the folder
 * {@code fifth-system}, compiled against the installation's own jars.
 */
final class FifthSystem {
    private static final Path SOURCES =
            Path.of("src/test/resources/fifth-system").toAbsolutePath();

    private FifthSystem() {}

    /** Makes it below a folder; nothing of the given installation changes. */
    static Path addedTo(Path installation, Path folder) throws IOException {
        Path added = Files.createDirectories(folder.resolve("dist"));
        Files.createSymbolicLink(added.resolve("worker"), installation.resolve("worker"));
        Path control = Files.createDirectories(added.resolve("cli"));
        try (Stream<Path> jars = Files.list(installation.resolve("cli"))) {
            for (Path jar : jars.toList()) {
                Files.createSymbolicLink(control.resolve(jar.getFileName()), jar);
            }
        }
        Path driver = Files.createDirectories(added.resolve("drivers/echo"));
        Path jar = jar(installation, folder.resolve("classes"), control.resolve("assay-system-echo.jar"));
        Files.createSymbolicLink(driver.resolve(jar.getFileName()), jar);
        // It borrows the topics of the in-memory system.
        Files.createSymbolicLink(driver.resolve("memory.jar"), only(installation.resolve("cli"), "assay-memory-"));
        return added;
    }

    private static Path jar(Path installation, Path classes, Path jar) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "-proc:none",
                "-d",
                classes.toString(),
                "-cp",
                jarsOf(installation.resolve("cli")) + File.pathSeparator + jarsOf(installation.resolve("worker"))));
        List<Path> rest = new ArrayList<>();
        try (Stream<Path> files = Files.walk(SOURCES)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (file.toString().endsWith(".java")) {
                    arguments.add(file.toString());
                } else {
                    rest.add(file);
                }
            }
        }
        int outcome = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
        assertThat(outcome).as("outcome of compiling %s", arguments).isZero();
        for (Path file : rest) {
            Path target = classes.resolve(SOURCES.relativize(file).toString());
            Files.createDirectories(target.getParent());
            Files.copy(file, target);
        }
        assertThat(java.util.spi.ToolProvider.findFirst("jar")
                        .orElseThrow()
                        .run(
                                System.out,
                                System.err,
                                "--create",
                                "--file",
                                jar.toString(),
                                "-C",
                                classes.toString(),
                                "."))
                .isZero();
        return jar;
    }

    private static Path only(Path folder, String prefix) throws IOException {
        try (Stream<Path> jars = Files.list(folder)) {
            return jars.filter(jar -> jar.getFileName().toString().startsWith(prefix))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static String jarsOf(Path folder) throws IOException {
        try (Stream<Path> jars = Files.list(folder)) {
            return String.join(
                    File.pathSeparator, jars.map(Path::toString).sorted().toList());
        }
    }
}
