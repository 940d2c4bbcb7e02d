package dev.assay.systems.kafka.deployment;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.artifact.ArtifactQuery;
import dev.assay.cluster.artifact.Coordinates;
import dev.assay.cluster.local.ClusterPlan.TextFile;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Holds the query for the jars of a server's version, and the kind of logging that they bring. */
record KafkaServerJars(ArtifactQuery query, Logging logging) {
    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)\\..+");

    /** Lists the logging libraries that Kafka has shipped with, by the file that configures them. */
    enum Logging {
        LOG4J_1("log4j.properties", "-Dlog4j.configuration=file:"),
        LOG4J_2("log4j2.properties", "-Dlog4j2.configurationFile=");

        private final String resource;
        private final String option;

        Logging(String resource, String option) {
            this.resource = resource;
            this.option = option;
        }

        TextFile file(Path logs) {
            return TextFile.ofResource(KafkaServerJars.class, resource, logs);
        }

        String option(Path logs) {
            return option + logs.resolve(resource);
        }
    }

    /** @throws DeploymentException when this can be no version with KRaft for production, 3.3 or later */
    static KafkaServerJars of(String version) {
        Matcher matcher = VERSION.matcher(version);
        if (!matcher.matches()) {
            throw unusable(version);
        }
        int major = Integer.parseInt(matcher.group(1));
        if (major < 3 || (major == 3 && Integer.parseInt(matcher.group(2)) < 3)) {
            throw unusable(version);
        }
        Coordinates server = Coordinates.jar("org.apache.kafka", "kafka_2.13", version);
        return major == 3
                ? new KafkaServerJars(
                        withPins(server, Coordinates.parse("org.slf4j:slf4j-reload4j:1.7.36")), Logging.LOG4J_1)
                : new KafkaServerJars(
                        withPins(
                                server,
                                Coordinates.parse("org.apache.logging.log4j:log4j-slf4j-impl:2.25.4"),
                                Coordinates.parse("org.apache.logging.log4j:log4j-core:2.25.4")),
                        Logging.LOG4J_2);
    }

    private static ArtifactQuery withPins(Coordinates server, Coordinates... logging) {
        List<Coordinates> roots = new java.util.ArrayList<>(List.of(server));
        roots.addAll(List.of(logging));
        // Kafka 4.4.0 was released without this one of its own artifacts; the previous release's is used.
        List<Coordinates> pins = server.version().equals("4.4.0")
                ? List.of(Coordinates.parse("org.apache.kafka:kafka-tools-api:4.3.1"))
                : List.of();
        return new ArtifactQuery(roots, pins, List.of(), true);
    }

    private static DeploymentException unusable(String version) {
        return DeploymentException.input(
                "Assay cannot start Kafka '" + version + "': it starts releases from 3.3.0 on, written like 4.3.1.",
                null);
    }
}
