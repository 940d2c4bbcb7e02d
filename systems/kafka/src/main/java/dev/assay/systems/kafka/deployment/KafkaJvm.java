package dev.assay.systems.kafka.deployment;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.artifact.ResolvedClassPath;
import dev.assay.cluster.jvm.ClassArchive;
import dev.assay.cluster.jvm.JavaCommand;
import dev.assay.cluster.jvm.JvmMetrics;
import dev.assay.model.unit.ByteSize;
import java.nio.file.Path;
import java.util.List;

/** How Kafka's programs are run on a JVM. */
final class KafkaJvm {
    private final ResolvedClassPath jars;
    private final KafkaServerJars.Logging logging;
    private final ClassArchive formatArchive;
    private final ClassArchive brokerArchive;

    KafkaJvm(AssayCache cache, ResolvedClassPath jars, KafkaServerJars.Logging logging, ProgressListener progress) {
        this.jars = jars;
        this.logging = logging;
        this.formatArchive = ClassArchive.of(cache, "kafka-format", jars.text(), progress);
        this.brokerArchive = ClassArchive.of(cache, "kafka-broker", jars.text(), progress);
    }

    ResolvedClassPath jars() {
        return jars;
    }

    KafkaServerJars.Logging logging() {
        return logging;
    }

    ClassArchive formatArchive() {
        return formatArchive;
    }

    ClassArchive brokerArchive() {
        return brokerArchive;
    }

    /** A short run: the cheap compiler and collector get it done soonest. */
    JavaCommand format(Path properties, Path logs, String clusterId, boolean writeArchive) {
        return new JavaCommand(
                        jars.text(),
                        List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m", loggingOption(logs)),
                        "kafka.tools.StorageTool",
                        List.of("format", "-t", clusterId, "-c", properties.toString()))
                .with(formatArchive.exists() || !writeArchive ? formatArchive.use() : formatArchive.writeAtExit());
    }

    /** The options of Kafka's own start script, with the heap of the scenario. */
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
                                loggingOption(logs)),
                        "kafka.Kafka",
                        List.of(properties.toString()))
                .with(brokerArchive.exists() || !writeArchive ? brokerArchive.use() : brokerArchive.writeLater());
    }

    /** The logging configuration lies with the logs. */
    private String loggingOption(Path logs) {
        return logging.option() + logs.resolve(logging.resource());
    }
}
