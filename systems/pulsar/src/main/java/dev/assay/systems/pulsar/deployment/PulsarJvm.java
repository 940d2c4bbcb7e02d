package dev.assay.systems.pulsar.deployment;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.jvm.ClassArchive;
import dev.assay.cluster.jvm.JavaCommand;
import dev.assay.cluster.jvm.JvmMetrics;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Runs Pulsar's programs on a JVM with the options of the distribution's own start script. */
final class PulsarJvm {
    /** The file that configures logging, beside the nodes' settings. */
    static final String LOGGING = "log4j2.properties";

    private static final List<String> COMMON = List.of(
            "--sun-misc-unsafe-memory-access=allow",
            "--enable-native-access=ALL-UNNAMED",
            "--add-opens=java.base/java.io=ALL-UNNAMED",
            "--add-opens=java.base/java.util.zip=ALL-UNNAMED",
            "--add-opens=java.management/sun.management=ALL-UNNAMED",
            "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
            "--add-opens=java.base/jdk.internal.platform=ALL-UNNAMED",
            "-Djava.net.preferIPv4Stack=true",
            "-Djute.maxbuffer=10485760",
            "-Dzookeeper.clientTcpKeepAlive=true",
            "-Dzookeeper.snapshot.trust.empty=true",
            "-Dzookeeper.tcpKeepAlive=true",
            "-Dio.netty.tryReflectionSetAccessible=true",
            "-Dorg.apache.pulsar.shade.io.netty.tryReflectionSetAccessible=true",
            "-Dio.netty.recycler.maxCapacityPerThread=4096",
            "-Dpulsar.allocator.exit_on_oom=true",
            "-Dlog4j2.is.webapp=false",
            "-Dbookkeeper.metadata.bookie.drivers=org.apache.pulsar.metadata.bookkeeper.PulsarMetadataBookieDriver",
            "-Dbookkeeper.metadata.client.drivers=org.apache.pulsar.metadata.bookkeeper.PulsarMetadataClientDriver");

    private final String classPath;
    private final Path logging;
    private final ClassArchive setupArchive;
    private final Map<Role, ClassArchive> archives = new EnumMap<>(Role.class);

    /** @param logs the folder of the file that configures logging */
    PulsarJvm(AssayCache cache, PulsarDistribution distribution, Path logs, ProgressListener progress) {
        this.classPath = distribution.classPath();
        this.logging = logs.resolve(LOGGING);
        this.setupArchive = ClassArchive.of(cache, "pulsar-setup", classPath, progress);
        for (Role role : Role.values()) {
            String program = "pulsar-" + role.name().toLowerCase(java.util.Locale.ROOT);
            archives.put(role, ClassArchive.of(cache, program, classPath, progress));
        }
    }

    ClassArchive setupArchive() {
        return setupArchive;
    }

    ClassArchive archive(Role role) {
        return java.util.Objects.requireNonNull(archives.get(role));
    }

    /** Writes into an empty ZooKeeper what brokers and bookies expect. The cheap compiler finishes a short run soonest. */
    JavaCommand setup(String metadataStore, String webUrl, String serviceUrl) {
        List<String> options = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m"));
        options.addAll(common());
        List<String> arguments = List.of(
                "--cluster",
                PulsarRecipe.CLUSTER,
                "--metadata-store",
                metadataStore,
                "--configuration-metadata-store",
                metadataStore,
                "--web-service-url",
                webUrl,
                "--broker-service-url",
                serviceUrl);
        return new JavaCommand(classPath, options, "org.apache.pulsar.PulsarClusterMetadataSetup", arguments)
                .with(setupArchive.exists() ? setupArchive.use() : setupArchive.writeAtExit());
    }

    /** @param first whether it is the one of its role that writes the archive */
    JavaCommand server(Role role, boolean first, Path settings, long heapBytes, long directMemoryBytes) {
        List<String> options = new ArrayList<>(memory(role, heapBytes, directMemoryBytes));
        options.add(JvmMetrics.NO_HOURLY_COLLECTION);
        options.addAll(common());
        ClassArchive archive = archive(role);
        JavaCommand command = switch (role) {
            case ZOOKEEPER ->
                command(options, "org.apache.zookeeper.server.quorum.QuorumPeerMain", settings.toString());
            case BOOKIE -> command(options, "org.apache.bookkeeper.server.Main", "--conf", settings.toString());
            case BROKER ->
                command(options, "org.apache.pulsar.PulsarBrokerStarter", "--broker-conf", settings.toString());
        };
        return command.with(first && !archive.exists() ? archive.writeLater() : archive.use());
    }

    private JavaCommand command(List<String> options, String mainClass, String... arguments) {
        return new JavaCommand(classPath, options, mainClass, List.of(arguments));
    }

    private static List<String> memory(Role role, long heapBytes, long directMemoryBytes) {
        List<String> heap = List.of("-Xms" + heapBytes, "-Xmx" + heapBytes);
        List<String> options = new ArrayList<>(heap);
        options.addAll(
                role == Role.ZOOKEEPER
                        ? List.of("-XX:+UseSerialGC")
                        : List.of(
                                "-XX:+UseG1GC",
                                "-XX:MaxGCPauseMillis=20",
                                "-XX:MaxDirectMemorySize=" + directMemoryBytes));
        return options;
    }

    private List<String> common() {
        List<String> options = new ArrayList<>(COMMON);
        options.add("-Dlog4j2.configurationFile=" + logging);
        return options;
    }
}
