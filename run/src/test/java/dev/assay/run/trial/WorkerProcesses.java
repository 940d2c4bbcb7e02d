package dev.assay.run.trial;

import dev.assay.driver.DriverProvider;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.run.workers.LocalWorkerPool;
import dev.assay.run.workers.WorkerDemand;
import dev.assay.run.workers.WorkerLaunch;
import dev.assay.run.workers.WorkerPool;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;

/** Starts workers as processes of their own, with the classes of these tests. */
public final class WorkerProcesses {
    private WorkerProcesses() {}

    /** Makes a pool of workers with these drivers on their class path, logging to the folder. */
    public static WorkerPool pool(
            ProcessSupervisor supervisor, Path folder, List<Class<? extends DriverProvider>> drivers)
            throws IOException {
        WorkerLaunch launch = launch(folder, drivers);
        return new LocalWorkerPool(supervisor, demand -> launch);
    }

    public static WorkerDemand demand(int count, Path logs) {
        return new WorkerDemand(count, MemoryTrials.system(), logs);
    }

    public static WorkerLaunch launch(Path folder, List<Class<? extends DriverProvider>> drivers) throws IOException {
        Path services = Files.createDirectories(folder.resolve("services/META-INF/services"));
        Files.write(
                services.resolve(DriverProvider.class.getName()),
                drivers.stream().map(Class::getName).toList());
        List<Path> classPath = new ArrayList<>();
        classPath.add(folder.resolve("services"));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (!registersADriver(Path.of(entry))) {
                classPath.add(Path.of(entry));
            }
        }
        // They live for seconds: without the optimising compiler they take half as long of the processor.
        List<String> flags = List.of("-Xms96m", "-Xmx96m", "-XX:TieredStopAtLevel=1");
        return new WorkerLaunch(WorkerLaunch.thisJava(), classPath, flags, folder);
    }

    /** Returns whether the entry registers a driver, since a worker accepts one only. */
    private static boolean registersADriver(Path entry) throws IOException {
        String registration = "META-INF/services/" + DriverProvider.class.getName();
        if (Files.isDirectory(entry)) {
            return Files.exists(entry.resolve(registration));
        }
        try (JarFile jar = new JarFile(entry.toFile())) {
            return jar.getEntry(registration) != null;
        }
    }

    /** Returns whether the process runs. One that has ended, but waits for whoever adopted it to notice, has no program any more. */
    public static boolean runs(ProcessHandle process) {
        return process.isAlive() && process.info().command().isPresent();
    }

    public static void signal(String signal, ProcessHandle process) throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException("kill -" + signal + " ended with " + code);
        }
    }
}
