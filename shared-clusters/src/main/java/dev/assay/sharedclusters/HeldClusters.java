package dev.assay.sharedclusters;

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
 * The clusters that this JVM holds: each starts when it is first used, and ends when nobody has used it for a while. What
 * could not be started is not tried again: whoever asks next is told the same. One that has lost a server is replaced once a
 * test was told, so that the others still find out what they are there for; but not for ever.
 */
final class HeldClusters implements AutoCloseable {
    private static final int MOST_LOST = 3;

    private final Starter starter;
    private final Duration idle;
    private final Map<String, Place> places = new ConcurrentHashMap<>();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("idle-clusters").factory());

    HeldClusters(Starter starter, Duration idle) {
        this.starter = starter;
        this.idle = idle;
    }

    /** Starts clusters. */
    interface Starter {
        HeldCluster start(String variant) throws Exception;
    }

    /** One use of a cluster, from now until it is closed. */
    interface Use extends Answering, AutoCloseable {
        @Override
        void close();
    }

    /**
     * Returns when the cluster runs.
     *
     * @throws IllegalStateException with the reason when it could not be started
     */
    Use use(String variant) {
        Place place = places.computeIfAbsent(variant, Place::new);
        place.enter();
        return new Use() {
            @Override
            public Map<String, String> answer(String request) {
                HeldCluster cluster = place.cluster();
                try {
                    return cluster.answer(request);
                } catch (HeldCluster.LostException e) {
                    place.giveUp(cluster, String.valueOf(e.getMessage()));
                    throw e;
                }
            }

            @Override
            public void close() {
                place.leave();
            }
        };
    }

    /** Ends those that run. What is still starting is left to the supervisor. */
    @Override
    public void close() {
        timer.shutdownNow();
        places.values().forEach(Place::close);
    }

    /** Where one cluster is, or is not. */
    private final class Place {
        private final String variant;
        private final ReentrantLock lock = new ReentrantLock();
        private int users;
        private int losses;
        private @Nullable HeldCluster cluster;
        private @Nullable String failure;
        private @Nullable Future<?> end;

        Place(String variant) {
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

        /** The one that runs, started where there is none. */
        HeldCluster cluster() {
            lock.lock();
            try {
                HeldCluster running = cluster == null ? start() : cluster;
                cluster = running;
                return running;
            } finally {
                lock.unlock();
            }
        }

        void giveUp(HeldCluster lost, String reason) {
            lock.lock();
            try {
                if (cluster == lost) {
                    end();
                    losses++;
                    failure = losses < MOST_LOST ? null : losses + " shared clusters were lost, the last so: " + reason;
                }
            } finally {
                lock.unlock();
            }
        }

        private HeldCluster start() {
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
