package dev.assay.systems.rabbitmq.driver;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import dev.assay.driver.DriverException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Does administrative work at the nodes it is meant for, on several channels of each node at once. */
final class Nodes {
    private static final int CONCURRENCY = 4;
    private static final int CLOSE_MILLIS = 2_000;

    private final int count;
    private final Opening opening;

    Nodes(int count, Opening opening) {
        this.count = count;
        this.opening = opening;
    }

    /** Connects to a node, or else to one after it. */
    interface Opening {
        /**
         * Opens a connection that its caller closes.
         *
         * @param deliveries runs what the server sends unasked
         */
        Connection at(int node, ExecutorService deliveries) throws DriverException;
    }

    int count() {
        return count;
    }

    /** Does one thing, on a channel that no other thread uses meanwhile. */
    interface Action {
        void on(Channel channel) throws IOException, DriverException;
    }

    /**
     * @param node any number; it is wrapped around the number of nodes
     * @param doing what is being done, as in "creating a topic"
     */
    record Job(int node, String doing, Action action) {}

    /**
     * Runs all jobs, also after a failure.
     *
     * @throws DriverException the first failure, in the order of the jobs
     */
    void run(List<Job> jobs) throws DriverException {
        Map<Integer, List<Job>> byNode = new TreeMap<>();
        jobs.forEach(job -> byNode.computeIfAbsent(Math.floorMod(job.node(), count), n -> new ArrayList<>())
                .add(job));
        List<Future<?>> ends = new ArrayList<>();
        try (ExecutorService threads = Executors.newThreadPerTaskExecutor(
                Thread.ofPlatform().daemon().name("rabbitmq-admin-", 0).factory())) {
            byNode.forEach((node, ofNode) -> ends.add(threads.submit(() -> {
                atNode(node, ofNode, threads);
                return null;
            })));
            await(ends);
        }
    }

    private void atNode(int node, List<Job> jobs, ExecutorService threads) throws DriverException {
        Connection connection = opening.at(node, threads);
        try {
            List<Future<?>> ends = new ArrayList<>();
            for (int thread = 0; thread < Math.min(CONCURRENCY, jobs.size()); thread++) {
                int first = thread;
                ends.add(threads.submit(() -> {
                    inLane(connection, jobs, first);
                    return null;
                }));
            }
            await(ends);
        } finally {
            connection.abort(CLOSE_MILLIS);
        }
    }

    private static void inLane(Connection connection, List<Job> jobs, int first) throws DriverException {
        DriverException failure = null;
        Channel channel = null;
        for (int index = first; index < jobs.size(); index += CONCURRENCY) {
            Job job = jobs.get(index);
            try {
                // A refusal by the server ends the channel.
                channel = channel != null && channel.isOpen() ? channel : connection.createChannel();
                job.action().on(channel);
            } catch (IOException | ShutdownSignalException e) {
                failure = failure == null ? RabbitMqFailures.failed(job.doing(), e) : failure;
            } catch (DriverException e) {
                failure = failure == null ? e : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private static void await(List<Future<?>> ends) throws DriverException {
        DriverException failure = null;
        for (Future<?> end : ends) {
            try {
                end.get();
            } catch (ExecutionException e) {
                DriverException one = e.getCause() instanceof DriverException already
                        ? already
                        : RabbitMqFailures.failed("administering RabbitMQ", e);
                failure = failure == null ? one : failure;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new DriverException("administering RabbitMQ was interrupted", e);
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
