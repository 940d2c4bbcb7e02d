package dev.assay.driver.memory;

import dev.assay.driver.contract.BrokerFaults;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/** A server as Assay starts it: a process of its own. */
final class ServerProcess implements BrokerFaults {
    private static final Pattern LISTENS =
            Pattern.compile("the in-memory system listens on (127\\.0\\.0\\.1:\\d+): .*");

    private final Process process;
    private final Map<String, String> connection;

    private ServerProcess(Process process, Map<String, String> connection) {
        this.process = process;
        this.connection = connection;
    }

    static ServerProcess start(Map<String, String> law) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                MemoryServer.class.getName()));
        law.forEach((key, value) -> command.add(key + "=" + value));
        Process process =
                new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
        // Not closed: the server may not find its standard output gone.
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        String line = String.valueOf(out.readLine());
        Matcher listens = LISTENS.matcher(line);
        if (!listens.matches()) {
            process.destroyForcibly();
            throw new IOException("the server said: " + line);
        }
        Map<String, String> connection = new TreeMap<>(law);
        connection.put("server", listens.group(1));
        return new ServerProcess(process, connection);
    }

    /** What a driver is given. */
    Map<String, String> connection() {
        return connection;
    }

    @Override
    public void restartOneBroker() {
        throw new TestAbortedException("what is in memory is gone after a restart");
    }

    @Override
    public void freeze() throws Exception {
        signal("STOP");
        while (!isStopped()) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** The kernel stops a process when one of its threads takes the signal, which may be a while after it was sent. */
    private boolean isStopped() throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(process.pid()), "task"))) {
            for (Path thread : threads.toList()) {
                String stat = Files.readString(thread.resolve("stat"));
                if (stat.charAt(stat.lastIndexOf(')') + 2) != 'T') {
                    return false;
                }
            }
            return true;
        }
    }

    @Override
    public void thaw() throws Exception {
        signal("CONT");
    }

    private void signal(String signal) throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException("kill -" + signal + " ended with " + code);
        }
    }

    void end() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
