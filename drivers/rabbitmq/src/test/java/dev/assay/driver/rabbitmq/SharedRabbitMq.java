package dev.assay.driver.rabbitmq;

import dev.assay.core.scenario.QueueKind;
import dev.assay.driver.contract.BrokerFaults;
import java.io.IOException;
import java.nio.file.*;
import java.util.*;

final class SharedRabbitMq implements BrokerFaults {
    private static final SharedRabbitMq ONE = new SharedRabbitMq();
    private static final String DIR = System.getenv("RABSCRATCH");

    static SharedRabbitMq get() throws IOException {
        return ONE;
    }

    Map<String, String> connection(QueueKind kind) {
        try {
            Map<String, String> m = new HashMap<>();
            for (String line : Files.readAllLines(Path.of(DIR, "conn"))) {
                int i = line.indexOf('=');
                m.put(line.substring(0, i), line.substring(i + 1));
            }
            m.put("queue", kind.toString());
            m.put("persistent", "true");
            m.put("acknowledgement", "manual");
            m.put("prefetch", "1000");
            m.put("confirm-window", "5000");
            m.put("replication", kind == QueueKind.CLASSIC ? "1" : "3");
            return m;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void py(String... a) throws Exception {
        List<String> c = new ArrayList<>(List.of("python3", "target/cluster.py"));
        c.addAll(List.of(a));
        if (new ProcessBuilder(c).inheritIO().start().waitFor() != 0) throw new IllegalStateException("failed " + c);
    }

    @Override
    public void restartOneBroker() throws Exception {
        py("restart", DIR, "1");
    }

    @Override
    public void freeze() throws Exception {
        py("sig", DIR, "SIGSTOP");
    }

    @Override
    public void thaw() throws Exception {
        py("sig", DIR, "SIGCONT");
    }
}
