package dev.assay.host.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A process, a folder or something in the kernel that is to live no longer than its owner.
 *
 * @param name what it is, for people
 * @param host the machine it is on, since a cache may be shared
 * @param folder deleted when the owner is gone
 * @param held taken away when the owner is gone
 */
record Lease(
        String name,
        String host,
        ProcessIdentity owner,
        @Nullable ProcessIdentity process,
        @Nullable Path folder,
        @Nullable Held held) {

    /** Something in the kernel. */
    record Held(KernelResource kind, String target) {}

    Properties toProperties() {
        Properties text = new Properties();
        text.setProperty("name", name);
        text.setProperty("host", host);
        text.setProperty("owner.pid", Long.toString(owner.pid()));
        text.setProperty("owner.begun", owner.begun());
        text.setProperty("owner.namespace", owner.namespace());
        if (process != null) {
            text.setProperty("process.pid", Long.toString(process.pid()));
            text.setProperty("process.begun", process.begun());
            text.setProperty("process.namespace", process.namespace());
        }
        if (folder != null) {
            text.setProperty("folder", folder.toString());
        }
        if (held != null) {
            text.setProperty("held.kind", held.kind().name());
            text.setProperty("held.target", held.target());
        }
        return text;
    }

    static Lease of(Properties text) throws IOException {
        try {
            ProcessIdentity owner = identity(text, "owner");
            String name = text.getProperty("name");
            if (owner == null || name == null) {
                throw new IOException("it names no owner");
            }
            String folder = text.getProperty("folder");
            return new Lease(
                    name,
                    text.getProperty("host", ""),
                    owner,
                    identity(text, "process"),
                    folder == null ? null : Path.of(folder),
                    held(text));
        } catch (IllegalArgumentException e) {
            throw new IOException("it is damaged", e);
        }
    }

    private static @Nullable ProcessIdentity identity(Properties text, String prefix) {
        String pid = text.getProperty(prefix + ".pid");
        String begun = text.getProperty(prefix + ".begun");
        return pid == null || begun == null
                ? null
                : new ProcessIdentity(Long.parseLong(pid), begun, text.getProperty(prefix + ".namespace", ""));
    }

    private static @Nullable Held held(Properties text) {
        String kind = text.getProperty("held.kind");
        String target = text.getProperty("held.target");
        return kind == null || target == null ? null : new Held(KernelResource.valueOf(kind), target);
    }
}
