package dev.assay.systems.rabbitmq.deployment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Knows the one command that installs RabbitMQ, by operating system. */
final class InstallHint {
    private InstallHint() {}

    /** @param root of the file system, where {@code etc/os-release} names the distribution; see os-release(5) */
    static String of(String osName, Path root) {
        if (osName.toLowerCase(Locale.ROOT).contains("mac")) {
            return "brew install rabbitmq";
        }
        List<String> family = family(root.resolve("etc/os-release"));
        if (family.contains("debian") || family.contains("ubuntu")) {
            return "sudo apt-get install rabbitmq-server";
        }
        if (family.contains("fedora") || family.contains("rhel")) {
            return "sudo dnf install rabbitmq-server";
        }
        return "see https://www.rabbitmq.com/docs/download";
    }

    /** Returns the IDs of the distribution and of those it resembles; empty where the file can't be read. */
    private static List<String> family(Path osRelease) {
        try {
            return Files.readAllLines(osRelease).stream()
                    .filter(line -> line.startsWith("ID=") || line.startsWith("ID_LIKE="))
                    .map(line -> line.substring(line.indexOf('=') + 1).replace("\"", ""))
                    .flatMap(names -> List.of(names.split(" ", -1)).stream())
                    .toList();
        } catch (IOException unknown) {
            return List.of();
        }
    }
}
