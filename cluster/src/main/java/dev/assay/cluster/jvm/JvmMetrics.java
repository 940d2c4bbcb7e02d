package dev.assay.cluster.jvm;

import dev.assay.cluster.node.ServerNode;
import dev.assay.cluster.telemetry.CounterInterval;
import dev.assay.cluster.telemetry.ServerMetrics;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a server's JVM by its management beans: its garbage collections, and the beans of its system. It connects to the JVM on the first
 * reading.
 */
public final class JvmMetrics implements ServerMetrics {
    /**
     * An option for JVMs that are connected to, so that this changes nothing else for them: while it has objects that others call, RMI
     * makes a JVM collect all garbage once an hour if this is not set.
     */
    public static final String NO_HOURLY_COLLECTION = "-Dsun.rmi.dgc.server.gcInterval=" + (Long.MAX_VALUE - 1);

    private static final String COLLECTORS = "java.lang:type=GarbageCollector,*";
    /** Part of the names of beans of whole concurrent cycles, during which the program runs: they are no pauses. */
    private static final String CYCLES = "Cycles";

    private static final double MILLIS_PER_SECOND = 1e3;
    private static final double NANOS_PER_SECOND = 1e9;

    private final String node;
    private final Connection connection;
    private final BeanMetrics more;
    private final CounterInterval.Increase pauses = new CounterInterval.Increase();
    private Set<String> pausing = Set.of();
    private @Nullable Beans beans;
    private boolean closed;
    private double lastNanoTime = Double.NaN;

    @FunctionalInterface
    interface Connection {
        /** Opens a new connection, or throws where none is possible. */
        Beans open() throws IOException;
    }

    @FunctionalInterface
    public interface BeanMetrics {
        BeanMetrics NONE = (beans, labels, seconds) -> List.of();

        /**
         * @param labels of the server
         * @param seconds since the previous reading; NaN at the first
         * @return values since the previous reading, known ones only
         * @throws IOException when the server does not answer
         */
        List<Sample> next(Beans beans, Labels labels, double seconds) throws IOException;
    }

    JvmMetrics(String node, Connection connection, BeanMetrics more) {
        this.node = node;
        this.connection = connection;
        this.more = more;
    }

    /** Reads the JVM that is the process of this server now. */
    public static JvmMetrics of(ServerNode node, BeanMetrics more) {
        long pid = node.process().pid();
        return new JvmMetrics(node.name(), () -> RemoteBeans.of(pid), more);
    }

    @Override
    public String node() {
        return node;
    }

    @Override
    public List<Sample> next(long nanoTime) throws IOException {
        Beans open = open();
        Labels labels = Labels.of(Labels.NODE, node);
        double seconds = (nanoTime - lastNanoTime) / NANOS_PER_SECOND;
        lastNanoTime = nanoTime;
        List<Sample> samples = new ArrayList<>();
        pauses.next(pausedMillis(open))
                .ifPresent(
                        millis -> samples.add(Metrics.NODE_GC_PAUSE.of(labels, millis / MILLIS_PER_SECOND / seconds)));
        samples.addAll(more.next(open, labels, seconds));
        return samples;
    }

    private double pausedMillis(Beans open) throws IOException {
        double millis = 0;
        for (String collector : pausing) {
            millis += open.numbers(collector, "CollectionTime").getOrDefault("CollectionTime", 0.0);
        }
        return millis;
    }

    private Beans open() throws IOException {
        Beans known = connected();
        if (known != null) {
            return known;
        }
        Beans opened = connection.open();
        if (!keep(opened)) {
            opened.close();
            throw new IOException("it was closed");
        }
        pausing = Set.copyOf(opened.matching(COLLECTORS).stream()
                .filter(name -> !name.contains(CYCLES))
                .toList());
        return opened;
    }

    private synchronized @Nullable Beans connected() {
        return beans;
    }

    private synchronized boolean keep(Beans opened) {
        beans = opened;
        return !closed;
    }

    private synchronized @Nullable Beans leave() {
        closed = true;
        return beans;
    }

    @Override
    public void close() throws IOException {
        Beans open = leave();
        if (open != null) {
            open.close();
        }
    }
}
