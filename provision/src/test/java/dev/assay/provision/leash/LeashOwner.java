package dev.assay.provision.leash;

import dev.assay.provision.AssayCache;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** A program that leashes things and then waits to be killed: two processes, one of them stopped, and a folder. */
final class LeashOwner {
    private LeashOwner() {}

    public static void main(String[] arguments) throws InterruptedException {
        Path folder = Path.of(arguments[0]);
        Leash leash = Leash.open(new AssayCache(folder.resolve("cache")));
        LeasedFolder data = leash.folder("data of a test", folder.resolve("data"));
        LeashedProcess running = sleeper(leash, "running", data.path());
        LeashedProcess stopped = sleeper(leash, "stopped", data.path());
        stopped.signal(Signal.STOP);
        System.out.println(
                "pids " + running.handle().pid() + " " + stopped.handle().pid());
        new CountDownLatch(1).await();
    }

    private static LeashedProcess sleeper(Leash leash, String name, Path folder) {
        return leash.start(new Launch(
                name, List.of("/bin/sh", "-c", "sleep 1000 & wait"), Map.of(), folder, folder.resolve(name + ".log")));
    }
}
