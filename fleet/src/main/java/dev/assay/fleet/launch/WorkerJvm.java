package dev.assay.fleet.launch;

import java.util.List;

/** The JVM flags of local workers. */
public final class WorkerJvm {
    /** For few cores and little memory; see each line. */
    public static final List<String> FLAGS = List.of(
            "-Xms64m",
            "-Xmx320m",
            "-XX:+UseSerialGC",
            "-XX:+ExitOnOutOfMemoryError",
            "-XX:+UseStringDeduplication",
            "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow");

    private WorkerJvm() {}
}
