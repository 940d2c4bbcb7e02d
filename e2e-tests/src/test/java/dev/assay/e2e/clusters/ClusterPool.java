package dev.assay.e2e.clusters;

import dev.assay.testing.cluster.ClusterHandle;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Holds the clusters of this JVM: each starts when it is first used, and ends when nobody has used it for a while. A cluster that could not
 * be started is not tried again: later users get the same reason. One that has lost a server is replaced once a test has failed with that
 * reason, so that the other tests still run, but only a limited number of times.
 */
final class ClusterPool implements AutoCloseable {
    private static final int MAX_LOST = 3;

    private final Starter starter;
    private final Duration idle;
    private final Map<String, Entry> entries = new ConcurrentHashMap<>();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("idle-clusters").factory());

    ClusterPool(Starter starter, Duration idle) {
        this.starter = starter;
        this.idle = idle;
    }

    interface Starter {
        LocalSharedCluster start(String variant) throws Exception;
    }

    /** Represents one use of a cluster, from now until it is closed. */
    interface Use extends ClusterHandle, AutoCloseable {
        @Override
        void close();
    }

    /**
     * Returns when the cluster runs.
     *
     * @throws IllegalStateException with the reason when it could not be started
     */
    Use use(String variant) {
        Entry entry = entries.computeIfAbsent(variant, Entry::new);
        entry.enter();
        return new Use() {
            @Override
            public Map<String, String> answer(String request) {
                LocalSharedCluster cluster = entry.cluster();
                try {
                    return cluster.answer(request);
                } catch (LocalSharedCluster.LostException e) {
                    entry.giveUp(cluster, String.valueOf(e.getMessage()));
                    throw e;
                }
            }

            @Override
            public void close() {
                entry.leave();
            }
        };
    }

    /** Ends the running clusters; those that are still starting are left to the supervisor. */
    @Override
    public void close() {
        timer.shutdownNow();
        entries.values().forEach(Entry::close);
    }

    /** Holds one variant's cluster, or the reason why there is none. */
    private final class Entry {
        private final String variant;
        private final ReentrantLock lock = new ReentrantLock();
        private int users;
        private int losses;
        private @Nullable LocalSharedCluster cluster;
        private @Nullable String failure;
        private @Nullable Future<?> end;

        Entry(String variant) {
            this.variant = variant;
        }

        void enter() {
            lock.lock();
            try {
                cluster();
                users++;
                if (end != null) {
                    end.cancel(false);
                }
            } finally {
                lock.unlock();
            }
        }

        /** Returns the running cluster, which is started where there is none. */
        LocalSharedCluster cluster() {
            lock.lock();
            try {
                LocalSharedCluster running = cluster == null ? start() : cluster;
                cluster = running;
                return running;
            } finally {
                lock.unlock();
            }
        }

        void giveUp(LocalSharedCluster lost, String reason) {
            lock.lock();
            try {
                if (cluster == lost) {
                    end();
                    losses++;
                    failure = losses < MAX_LOST ? null : losses + " shared clusters were lost, the last so: " + reason;
                }
            } finally {
                lock.unlock();
            }
        }

        private LocalSharedCluster start() {
            if (failure != null) {
                throw new IllegalStateException(failure);
            }
            try {
                return starter.start(variant);
            } catch (Exception e) {
                failure = "the shared cluster of " + variant + " could not be started: " + e.getMessage();
                throw new IllegalStateException(failure, e);
            }
        }

        void leave() {
            lock.lock();
            try {
                users--;
                if (cluster != null) {
                    cluster.thaw();
                }
                if (users == 0 && !timer.isShutdown()) {
                    end = timer.schedule(this::endUnlessUsed, idle.toMillis(), TimeUnit.MILLISECONDS);
                }
            } finally {
                lock.unlock();
            }
        }

        private void endUnlessUsed() {
            lock.lock();
            try {
                if (users == 0) {
                    end();
                }
            } finally {
                lock.unlock();
            }
        }

        private void end() {
            if (cluster != null) {
                cluster.close();
                cluster = null;
            }
        }

        void close() {
            if (lock.tryLock()) {
                try {
                    end();
                } finally {
                    lock.unlock();
                }
            }
        }
    }
}
