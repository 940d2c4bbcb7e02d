package dev.assay.host.process;

import dev.assay.cluster.AssayCache;
import dev.assay.host.process.ProcessSpec.Streams;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** Starts a process that is killed with its owner, and one that talks to it and is given its number. Then waits to be killed. */
final class TalkingOwner {
    private TalkingOwner() {}

    /**
     * Starts both processes.
     *
     * @param arguments a folder, the seconds of grace, and what the talking process does
     */
    public static void main(String[] arguments) throws InterruptedException {
        Path folder = Path.of(arguments[0]);
        ProcessSupervisor supervisor = ProcessSupervisor.open(
                new AssayCache(folder.resolve("cache")).leases(), Duration.ofSeconds(Long.parseLong(arguments[1])));
        SupervisedProcess mute = supervisor.start(new ProcessSpec(
                "mute", List.of("/bin/sh", "-c", "sleep 1000 & wait"), Map.of(), folder, folder.resolve("mute.log")));
        SupervisedProcess talking = supervisor.start(new ProcessSpec(
                "talking",
                List.of(
                        "/bin/sh",
                        "-c",
                        arguments[2],
                        "sh",
                        Long.toString(mute.handle().pid())),
                Map.of(),
                folder,
                folder.resolve("talking.log"),
                Streams.TALKING));
        System.out.println(
                "pids " + mute.handle().pid() + " " + talking.handle().pid());
        new CountDownLatch(1).await();
    }
}
