package dev.assay.host;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/** Is the machine that this process runs on, by its /proc. */
public final class ThisMachine implements Machine {
    /** Holds the machine's name as the kernel has it, which needs no resolving. */
    private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

    static final Path SYS_BLOCK = Path.of("/sys/block");

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Path STAT = Path.of("/proc/stat");

    @Override
    public String name() {
        try {
            return Files.isReadable(HOST_NAME)
                    ? Files.readString(HOST_NAME).strip()
                    : InetAddress.getLocalHost().getHostName();
        } catch (IOException e) {
            return "unknown"; // A machine that can't resolve its own name is common, and harmless here.
        }
    }

    @Override
    public String bootId() {
        return BootId.read();
    }

    /** Counts from the affinity, as the JVM would count only what a quota leaves it. */
    @Override
    public int cores() {
        try {
            Set<Integer> allowed = Set.copyOf(ProcText.processors(Files.readString(STATUS)));
            return CpuCounters.parse(Files.readString(STAT), allowed).processors();
        } catch (IOException e) {
            return 0; // This is not Linux; 0 is documented as not known.
        }
    }

    @Override
    public Map<String, String> facts(Path data) {
        return MachineFacts.read(data);
    }

    /** Returns how many disks of its own it has; 0 where it does not tell. Loop devices and volumes are none. */
    public static int disks() {
        try {
            return MachineReader.wholeDisks(SYS_BLOCK).size();
        } catch (IOException e) {
            return 0; // This is not Linux; 0 is documented as not known.
        }
    }

    @Override
    public CompilerThreads compilers() {
        CompilerThreads compilers = new CompilerThreads(ProcessHandle.current().pid());
        compilers.sample();
        return compilers;
    }

    @Override
    public CpuQuota quota() {
        return new CpuQuota();
    }

    @Override
    public Watch watch() throws IOException {
        return new MachineReader();
    }

    /** Identifies one boot of one host: processes with the same one share a monotonic clock. */
    private static final class BootId {
        private static final Path FILE = Path.of("/proc/sys/kernel/random/boot_id");

        private BootId() {}

        /** Returns this host's, or an empty text where the platform has none. */
        static String read() {
            try {
                return Files.isReadable(FILE) ? Files.readString(FILE).strip() : "";
            } catch (IOException e) {
                return ""; // Then the clocks' offset is estimated, which is right everywhere.
            }
        }
    }
}
