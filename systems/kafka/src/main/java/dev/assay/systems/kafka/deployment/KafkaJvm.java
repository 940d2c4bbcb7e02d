package dev.assay.systems.kafka.deployment;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.artifact.ArtifactCache;
import dev.assay.cluster.artifact.ResolvedClassPath;
import dev.assay.cluster.jvm.ClassArchive;
import dev.assay.cluster.jvm.JavaCommand;
import dev.assay.cluster.jvm.JvmMetrics;
import dev.assay.cluster.system.DeploymentContext;
import dev.assay.model.unit.ByteSize;
import java.nio.file.Path;
import java.util.List;

record KafkaJvm(
        ResolvedClassPath jars,
        KafkaServerJars.Logging logging,
        ClassArchive formatArchive,
        ClassArchive brokerArchive) {
    /** Fetches the jars and class archives that are missing. */
    static KafkaJvm of(String version, DeploymentContext context) {
        KafkaServerJars server = KafkaServerJars.of(version);
        AssayCache cache = context.cache();
        ProgressListener progress = context.progress();
        ResolvedClassPath jars = new ArtifactCache(cache, progress).resolve(server.query());
        return new KafkaJvm(
                jars,
                server.logging(),
                ClassArchive.of(cache, "kafka-format", jars.text(), progress),
                ClassArchive.of(cache, "kafka-broker", jars.text(), progress));
    }

    /** Returns a command with the cheap compiler and collector, which finish a short run soonest. */
    JavaCommand format(Path properties, Path logs, String clusterId, boolean writeArchive) {
        return new JavaCommand(
                        jars.text(),
                        List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m", logging.option(logs)),
                        "kafka.tools.StorageTool",
                        List.of("format", "-t", clusterId, "-c", properties.toString()))
                .with(formatArchive.exists() || !writeArchive ? formatArchive.use() : formatArchive.writeAtExit());
    }

    /** Returns the options of Kafka's own start script, with the heap of the scenario. */
    JavaCommand broker(Path properties, Path logs, ByteSize heap, boolean writeArchive) {
        return new JavaCommand(
                        jars.text(),
                        List.of(
                                "-Xms" + heap.bytes(),
                                "-Xmx" + heap.bytes(),
                                "-server",
                                "-XX:+UseG1GC",
                                "-XX:MaxGCPauseMillis=20",
                                "-XX:InitiatingHeapOccupancyPercent=35",
                                "-XX:+ExplicitGCInvokesConcurrent",
                                "-XX:MaxInlineLevel=15",
                                "-Djava.awt.headless=true",
                                "--enable-native-access=ALL-UNNAMED",
                                JvmMetrics.NO_HOURLY_COLLECTION,
                                logging.option(logs)),
                        "kafka.Kafka",
                        List.of(properties.toString()))
                .with(brokerArchive.exists() || !writeArchive ? brokerArchive.use() : brokerArchive.writeLater());
    }
}
