package dev.assay.run.coordinator;

import dev.assay.driver.TopicSpec;
import dev.assay.model.spec.Workload;
import dev.assay.model.spec.Workload.Subscription;
import dev.assay.worker.engine.Assignment;
import dev.assay.worker.engine.ConsumerSlot;
import dev.assay.worker.engine.ProducerSlot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

public final class LoadAssigner {
    private final TrialRequest request;
    private final List<String> workers;
    private final List<List<ProducerSlot>> producers = new ArrayList<>();
    private final List<List<ConsumerSlot>> consumers = new ArrayList<>();

    private LoadAssigner(TrialRequest request, List<String> workers) {
        this.request = request;
        this.workers = workers;
        for (int i = 0; i < workers.size(); i++) {
            producers.add(new ArrayList<>());
            consumers.add(new ArrayList<>());
        }
    }

    /** Returns one assignment for each worker, in their order, dealt round robin. */
    public static List<Assignment> assign(TrialRequest request, List<String> workers) {
        LoadAssigner assigner = new LoadAssigner(request, workers);
        assigner.assignProducers();
        assigner.assignConsumers();
        List<Assignment> assignments = new ArrayList<>();
        for (int worker = 0; worker < workers.size(); worker++) {
            assignments.add(assigner.assignment(worker));
        }
        return assignments;
    }

    static int producerWorker(int number, int workers) {
        return number % workers;
    }

    static int consumerWorker(int subscription, int index, int workers) {
        return (subscription + index) % workers;
    }

    /**
     * Describes a worker's part of the load, for people; empty where it is the only one. Every producer has the same part of the messages.
     *
     * @param worker its place in the list
     */
    static String share(int worker, List<Assignment> all) {
        if (all.size() < 2) {
            return "";
        }
        int producers = 0;
        int consumers = 0;
        for (Assignment one : all) {
            producers += one.producers().size();
            consumers += one.consumers().size();
        }
        int ownProducers = all.get(worker).producers().size();
        return "%.0f %% of the load: %d of %d producers, and %d of %d consumers"
                .formatted(
                        100.0 * ownProducers / producers,
                        ownProducers,
                        producers,
                        all.get(worker).consumers().size(),
                        consumers);
    }

    private void assignProducers() {
        List<TopicSpec> topics = request.topics();
        int total = request.trial().spec().workload().totalProducers();
        for (int number = 0; number < total; number++) {
            producers
                    .get(producerWorker(number, workers.size()))
                    .add(new ProducerSlot(number, topics.get(number % topics.size())));
        }
    }

    /** Assigns consumers of one subscription to different workers, and likewise single consumers of different subscriptions. */
    private void assignConsumers() {
        Workload workload = request.trial().spec().workload();
        List<TopicSpec> topics = request.topics();
        List<Subscription> subscriptions = workload.allSubscriptions();
        for (int number = 0; number < subscriptions.size(); number++) {
            Subscription subscription = subscriptions.get(number);
            String name = request.subscriptionName(subscription.name());
            for (int index = 0; index < topics.size() * subscription.group().consumers(); index++) {
                int topic = index % topics.size();
                consumers
                        .get(consumerWorker(number, index, workers.size()))
                        .add(new ConsumerSlot(number, name, topic, topics.get(topic)));
            }
        }
    }

    private Assignment assignment(int worker) {
        return new Assignment(
                workers.get(worker),
                request.run(),
                request.trial().seed(),
                request.trial().spec().workload(),
                request.timeline(),
                producers.get(worker),
                consumers.get(worker),
                shared(worker),
                catchUp());
    }

    /** Returns the subscriptions that have consumers both on this worker and on others. */
    private List<Integer> shared(int worker) {
        return subscriptionsOf(worker)
                .filter(number -> IntStream.range(0, workers.size())
                        .filter(other -> other != worker)
                        .anyMatch(other -> subscriptionsOf(other).anyMatch(number::equals)))
                .toList();
    }

    private Stream<Integer> subscriptionsOf(int worker) {
        return consumers.get(worker).stream().map(ConsumerSlot::subscription).distinct();
    }

    /** Returns half of the drain; the other half is for the last messages to arrive. */
    private Duration catchUp() {
        return request.trial().spec().timing().drain().dividedBy(2);
    }
}
