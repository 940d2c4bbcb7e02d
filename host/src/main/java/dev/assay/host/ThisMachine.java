package dev.assay.host;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;

/** The machine that this process runs on, by its /proc. */
public final class ThisMachine implements Machine {
    /** What the kernel calls it, which needs no resolving. */
    private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

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

    @Override
    public Watch watch() throws IOException {
        return new MachineReader();
    }
}
