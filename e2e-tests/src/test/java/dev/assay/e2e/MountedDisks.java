package dev.assay.e2e;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.disk.DiskImage;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.model.unit.ByteSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Mounts file systems on their own devices, with a foreign file on each. */
record MountedDisks(ProcessSupervisor supervisor, List<Path> paths) implements AutoCloseable {
    private static final ByteSize SIZE = new ByteSize(1L << 30);

    static MountedDisks of(Path folder, String... names) throws IOException {
        ProcessSupervisor supervisor =
                ProcessSupervisor.open(new AssayCache(folder.resolve("cache of disks")).leases());
        List<Path> paths = new ArrayList<>();
        for (String name : names) {
            Path mounted = DiskImage.create(
                            supervisor,
                            folder.resolve(name + ".img"),
                            folder.toRealPath().resolve(name),
                            SIZE)
                    .folder();
            Files.writeString(mounted.resolve("theirs"), "kept");
            paths.add(mounted);
        }
        return new MountedDisks(supervisor, List.copyOf(paths));
    }

    List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path path : paths) {
            try (Stream<Path> below = Files.list(path)) {
                files.addAll(below.sorted().toList());
            }
        }
        return files;
    }

    @Override
    public void close() {
        supervisor.close();
    }
}
