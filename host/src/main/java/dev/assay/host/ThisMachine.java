package dev.assay.host;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** The machine that this process runs on, by its /proc. */
public final class ThisMachine implements Machine {
    @Override
    public String name() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown"; // A host that can't resolve its own name is common, and harmless here.
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
