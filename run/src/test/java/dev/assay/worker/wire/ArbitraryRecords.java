package dev.assay.worker.wire;

import dev.assay.driver.TopicSpec;
import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.delivery.ProducerLedger;
import dev.assay.model.delivery.SequenceSet;
import dev.assay.model.failure.FailedOperation;
import dev.assay.model.failure.FailureClass;
import dev.assay.model.failure.FailureCount;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.AllocationStalls;
import dev.assay.model.spec.MessageKeying;
import dev.assay.model.spec.MessageSize;
import dev.assay.model.spec.MessageSpec;
import dev.assay.model.spec.PayloadFill;
import dev.assay.model.spec.Warmup;
import dev.assay.model.spec.Workload;
import dev.assay.model.timeline.Phase;
import dev.assay.model.timeline.Timeline;
import dev.assay.model.unit.ByteSize;
import dev.assay.run.trial.MemoryTrials;
import dev.assay.worker.engine.Assignment;
import dev.assay.worker.engine.ClockLine;
import dev.assay.worker.engine.ConsumerSlot;
import dev.assay.worker.engine.ProducerSlot;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/** Makes records of any kind with values from a seed, none of them 0, false or empty; types without another value are exceptions. */
final class ArbitraryRecords {
    /** Large enough for values that must not be small, small enough for those that must not be large. */
    private static final int MIN_SIZE = 1_000;

    private static final Set<Class<?>> BOUNDED = Set.of(
            Warmup.class,
            MessageSize.class,
            PayloadFill.class,
            MessageKeying.class,
            MessageSpec.class,
            AllocationStalls.class,
            FailureCount.class,
            ClockLine.class,
            ProducerLedger.class,
            TopicSpec.class);

    private static final Set<String> COUNTS_OF_ONE_GROUP = Set.of("subscriptions", "consumers");

    private final Random random;

    ArbitraryRecords(long seed) {
        random = new Random(seed);
    }

    <T> T of(Class<T> type) {
        return type.cast(value(type, type));
    }

    private Object value(Class<?> type, Type generic) {
        if (type == int.class || type == Integer.class) {
            return 1 + random.nextInt(30);
        } else if (type == long.class) {
            return (long) MIN_SIZE + random.nextInt(1_000_000);
        } else if (type == double.class) {
            return 1 + random.nextDouble() * 1e6;
        } else if (type == boolean.class) {
            return true;
        } else if (type == Long.class) {
            return (long) MIN_SIZE + random.nextInt(1_000_000);
        } else if (type == String.class) {
            return "a \"b\" é " + random.nextInt();
        } else if (type == Duration.class) {
            return Duration.ofNanos(1_000_000_000L + random.nextLong(1_000_000_000_000L));
        } else if (type == ByteBuffer.class) {
            return ByteBuffer.wrap(new byte[] {1, (byte) random.nextInt()});
        } else if (type == Histogram.class) {
            Histogram histogram = new Histogram(1, 3_600_000_000_000L, 3);
            for (long value = 1; value < 100_000_000_000L; value = value * 3 + 1 + random.nextInt(3)) {
                histogram.recordValueWithCount(value, value % 7 + 1);
            }
            return histogram;
        } else if (type == SequenceSet.class) {
            return new SequenceSet(); // What it holds travels in chunks.
        } else if (type == Sample.class) {
            return Metrics.CLIENT_BATCH_MESSAGES.of(1 + random.nextDouble());
        } else if (type == Optional.class) {
            Type element = ((ParameterizedType) generic).getActualTypeArguments()[0];
            return random.nextBoolean() ? Optional.empty() : Optional.of(value((Class<?>) element, element));
        } else if (type == Phase.class) {
            return new Phase("phase", 0, MIN_SIZE + random.nextInt(1_000_000));
        } else if (BOUNDED.contains(type) && (type != MessageSpec.class || random.nextBoolean())) {
            return bounded(type);
        } else if (type.isEnum()) {
            Object[] constants = type.getEnumConstants();
            return constants[random.nextInt(constants.length)];
        } else if (type == List.class) {
            Type element = ((ParameterizedType) generic).getActualTypeArguments()[0];
            return List.of(value((Class<?>) element, element));
        } else if (type == Map.class) {
            return map((ParameterizedType) generic);
        } else if (type.isRecord()) {
            return record(type);
        } else if (type.isSealed()) {
            Class<?>[] kinds = type.getPermittedSubclasses();
            Class<?> kind = kinds[random.nextInt(kinds.length)];
            return value(kind, kind);
        }
        throw new IllegalArgumentException("a record that travels has a " + type + "; say here which values it takes");
    }

    /** Makes records whose components depend on each other. */
    private Object bounded(Class<?> type) {
        int more = 1 + random.nextInt(30);
        if (type == AllocationStalls.class) {
            return new AllocationStalls(more, 70L + more, 60L + more);
        } else if (type == FailureCount.class) {
            FailureClass kind = (FailureClass) value(FailureClass.class, FailureClass.class);
            return new FailureCount(
                    FailedOperation.SEND,
                    kind,
                    "é " + more,
                    "a \"b\" é",
                    Map.of("phase", (long) more),
                    more,
                    2.5 * more);
        } else if (type == ClockLine.class) {
            return new ClockLine(-more, more, 1e-4 / more, -2e-4 / more, 1_000L * more, 3e-4 / more);
        } else if (type == ProducerLedger.class) {
            return new ProducerLedger(
                    more, 100L + more, 99, new SequenceSet(), new SequenceSet(), List.of(0L, (long) more));
        } else if (type == Warmup.class) {
            return new Warmup(Duration.ofSeconds(more), Duration.ofSeconds(2L * more), true);
        } else if (type == MessageSize.class) {
            return MessageSize.of(List.of(
                    new MessageSize.Weighted(new ByteSize(41L + more), 1),
                    new MessageSize.Weighted(new ByteSize(71L + more), more)));
        } else if (type == PayloadFill.class) {
            return new PayloadFill(0.5 / more, more);
        } else if (type == TopicSpec.class) {
            return new TopicSpec("a \"b\" é " + more, more, List.of("tail", "é " + more), List.of("é " + more));
        } else if (type == MessageKeying.class) {
            return new MessageKeying(MessageKeying.Kind.RANDOM, more, 1.0 / more);
        }
        PayloadFill ofFile = new PayloadFill(0.5, more, "bodies \"a\" é", List.of("\u0001\\", "é " + more));
        return new MessageSpec(ByteSize.parse("1 KB"), ofFile, (MessageKeying) bounded(MessageKeying.class));
    }

    private Map<Object, Object> map(ParameterizedType type) {
        Map<Object, Object> map = new HashMap<>();
        Type element = type.getActualTypeArguments()[1];
        Class<?> raw = (Class<?>) (element instanceof ParameterizedType inner ? inner.getRawType() : element);
        for (int i = 0; i < 3; i++) {
            map.put(
                    type.getActualTypeArguments()[0] == Integer.class
                            ? (Object) random.nextInt()
                            : "some.key-" + random.nextInt(),
                    value(raw, element));
        }
        return map;
    }

    private Object record(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        boolean groups = random.nextInt(31) > 15;
        Object[] values = Arrays.stream(components)
                .map(component -> type == Workload.class
                        ? ofWorkload(component, groups)
                        : value(component.getType(), component.getGenericType()))
                .toArray();
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("can't make a " + type, e);
        }
    }

    /** Makes a part of a workload, which has consumer groups by name, or counts of subscriptions and consumers that stand for one. */
    private Object ofWorkload(RecordComponent component, boolean groups) {
        if (groups && COUNTS_OF_ONE_GROUP.contains(component.getName())) {
            return 1;
        }
        return !groups && component.getName().equals("groups")
                ? Map.of()
                : value(component.getType(), component.getGenericType());
    }

    /** Assigns the producer and the consumer of every topic of the largest number of topics to one worker. */
    static Assignment largeAssignment() {
        List<TopicSpec> topics = IntStream.range(0, 10_000)
                .mapToObj(topic -> new TopicSpec(
                        "assay-0123456789abcdef-100-" + topic, 100_000, List.of("assay-0123456789abcdef-100-s1")))
                .toList();
        return new Assignment(
                "w1",
                1,
                1,
                MemoryTrials.simple(),
                Timeline.of(List.of(new Phase(Phase.MEASURE, 0, 1)), LoadProfile.NONE),
                IntStream.range(0, topics.size())
                        .mapToObj(number -> new ProducerSlot(number, topics.get(number)))
                        .toList(),
                IntStream.range(0, topics.size())
                        .mapToObj(number ->
                                new ConsumerSlot(0, "assay-0123456789abcdef-100-s1", number, topics.get(number)))
                        .toList(),
                Duration.ofSeconds(1));
    }
}
