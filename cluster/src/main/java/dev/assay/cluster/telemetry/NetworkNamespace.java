package dev.assay.cluster.telemetry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Compares the interfaces and sockets that processes see, which differ between a pod and its machine; see network_namespaces(7). */
public final class NetworkNamespace {
    private static final Path PROC = Path.of("/proc");

    private NetworkNamespace() {}

    /** Returns whether a process sees the same as this one; false where this user may not know. */
    public static boolean isShared(long pid) {
        Optional<String> ownNamespace = of(PROC.resolve("self"));
        // A kernel without namespaces has one network.
        return ownNamespace.isEmpty() || ownNamespace.equals(of(PROC.resolve(Long.toString(pid))));
    }

    /** Returns the kernel's name of a process's namespace; empty when the process is gone, or this user may not know. */
    static Optional<String> of(Path process) {
        try {
            return Optional.of(Files.readSymbolicLink(process.resolve("ns/net")).toString());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
