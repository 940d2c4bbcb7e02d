package dev.assay.cli.hostile;

import dev.assay.model.result.PackedHistogram;
import dev.assay.run.coordinator.TrialFailedException.Kind;
import dev.assay.worker.wire.Event;
import dev.assay.worker.wire.PackedInterval;
import dev.assay.worker.wire.WireFormat;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.cbor.CBORMapper;

/**
 * Holds an impossible message of a worker, and the failure that it causes.
 *
 * @param said a part of the reason
 */
record WorkerLie(String name, Kind kind, String said, LyingWorker.Lie lie) {
    private static final int PACKED_COOKIE = 0x1c849314;
    private static final int COOKIE = 0x1c849313;
    private static final CBORMapper CBOR = new CBORMapper();

    @Override
    public String toString() {
        return name;
    }

    static List<WorkerLie> all() {
        return Stream.of(
                        intervals(),
                        histograms(),
                        counts(),
                        machines(),
                        clients(),
                        limitations(),
                        LedgerLies.all(),
                        answers(),
                        reasons())
                .flatMap(lies -> lies)
                .toList();
    }

    /** Returns messages that no worker sends but that are possible, so that a trial accepts them. */
    static List<WorkerLie> believable() {
        String pending = "client_pending_messages";
        return List.of(
                of("time before the load", "", earlierOnce()),
                of(
                        "received as often as can be",
                        "",
                        totals(one -> ((ArrayNode) one.get("received")).set(0, PackedHistogram.MAX_SAMPLES))),
                of(
                        "a machine hours ahead",
                        "",
                        also(host(System.nanoTime() + Duration.ofHours(10).toNanos(), sample("host_cpu_cores", 1)))),
                of("more processors than there are", "", host("host_cpu_cores", Double.MAX_VALUE)),
                of(
                        "more waiting than there is",
                        "",
                        interval(one -> one.putArray("metrics").add(sample(pending, Double.MAX_VALUE)))));
    }

    private static LyingWorker.Lie earlierOnce() {
        AtomicBoolean told = new AtomicBoolean();
        return event -> {
            if (!is(Event.Interval.class, event) || !told.compareAndSet(false, true)) {
                return Stream.of(event);
            }
            ObjectNode tree = (ObjectNode) CBOR.readTree(event);
            ObjectNode earlier = (ObjectNode) tree.get("Interval").get("interval");
            earlier.put("startNanos", -2_000_000_000L).put("endNanos", -1_000_000_000L);
            return Stream.of(CBOR.writeValueAsBytes(tree), event);
        };
    }

    static WorkerLie of(String name, String said, LyingWorker.Lie lie) {
        return new WorkerLie(name, Kind.WORKER, said, lie);
    }

    /** Changes an event of one kind. */
    static LyingWorker.Lie changed(Class<? extends Event> kind, Consumer<ObjectNode> change) {
        return event -> {
            ObjectNode tree = (ObjectNode) CBOR.readTree(event);
            if (!(tree.get(kind.getSimpleName()) instanceof ObjectNode said)) {
                return Stream.of(event);
            }
            change.accept(said);
            return Stream.of(CBOR.writeValueAsBytes(tree));
        };
    }

    static boolean is(Class<? extends Event> kind, byte[] event) {
        return CBOR.readTree(event).has(kind.getSimpleName());
    }

    /** Returns an event that can't be read as a record. */
    static byte[] tree(String kind, Consumer<ObjectNode> components) {
        ObjectNode tree = CBOR.createObjectNode();
        components.accept(tree.putObject(kind));
        return CBOR.writeValueAsBytes(tree);
    }

    private static LyingWorker.Lie interval(Consumer<ObjectNode> change) {
        return changed(Event.Interval.class, said -> change.accept((ObjectNode) said.get("interval")));
    }

    private static LyingWorker.Lie histogram(Consumer<ObjectNode> change) {
        return histograms(all -> change.accept((ObjectNode) all.get(0)));
    }

    /** Changes histograms; on a slow machine some intervals have none. */
    private static LyingWorker.Lie histograms(Consumer<ArrayNode> change) {
        return interval(interval -> {
            ArrayNode all = (ArrayNode) interval.get("histograms");
            if (!all.isEmpty()) {
                change.accept(all);
            }
        });
    }

    private static LyingWorker.Lie harness(Consumer<ObjectNode> change) {
        return interval(interval -> change.accept((ObjectNode) interval.get("harness")));
    }

    private static LyingWorker.Lie totals(Consumer<ObjectNode> change) {
        return interval(interval -> change.accept((ObjectNode) interval.get("totals")));
    }

    /** Sends further messages before the first interval. */
    static LyingWorker.Lie also(byte[]... more) {
        return event ->
                is(Event.Interval.class, event) ? Stream.concat(Stream.of(more), Stream.of(event)) : Stream.of(event);
    }

    static LyingWorker.Lie also(Event event) {
        return also(WireFormat.encode(event));
    }

    private static Stream<WorkerLie> intervals() {
        return Stream.of(
                of("an interval of another worker", "of worker 'w2'", interval(one -> one.put("worker", "w2"))),
                of(
                        "a phase that names a place",
                        "there is no phase '../../evil'",
                        histogram(one -> one.put("phase", "../../evil"))),
                of(
                        "the same second twice",
                        "can't follow one that ended",
                        event -> is(Event.Interval.class, event) ? Stream.of(event, event) : Stream.of(event)),
                of(
                        "time that ends before it begins",
                        "can't follow",
                        interval(one -> one.put("startNanos", 2).put("endNanos", 1))),
                of("no time", "null", interval(one -> one.putNull("endNanos"))),
                of("a metric twice", "twice", histograms(all -> all.add(all.get(0)))),
                of("a processor that gives time back", "can't have used", harness(one -> one.put("cpuNanos", -1))),
                of("a component that nobody knows", "\"more\"", harness(one -> one.put("more", 1))),
                endless());
    }

    private static WorkerLie endless() {
        return of(
                "intervals without end",
                "but a worker reports once a second",
                event -> is(Event.Interval.class, event)
                        ? IntStream.iterate(0, i -> i + 1).mapToObj(i -> after(event, i))
                        : Stream.of(event));
    }

    private static byte[] after(byte[] event, int nanos) {
        PackedInterval one = WireFormat.decode(event, Event.Interval.class).interval();
        return WireFormat.encode(new Event.Interval(new PackedInterval(
                one.worker(),
                one.endNanos() + nanos,
                one.endNanos() + nanos + 1,
                one.totals(),
                one.harness(),
                one.histograms(),
                one.metrics())));
    }

    private static Stream<WorkerLie> histograms() {
        return Stream.of(
                of(
                        "no histogram",
                        "can't be read",
                        histogram(one -> one.put("histogram", "no histogram".getBytes(StandardCharsets.UTF_8)))),
                of(
                        "a bomb",
                        "at most 8388608 bytes of counts",
                        histogram(one -> one.put("histogram", packed(Integer.MAX_VALUE, 3, 1, Long.MAX_VALUE)))),
                of(
                        "a precision of years",
                        "digits of precision",
                        histogram(one -> one.put("histogram", packed(8, 9, 1, Long.MAX_VALUE)))),
                of(
                        "another precision than that of workers",
                        "workers record with 3 digits of precision, but a histogram has 4",
                        histogram(one -> one.put("histogram", packed(8, 4, 1, Long.MAX_VALUE)))),
                of("fewer than no negatives", "samples below zero", histogram(one -> one.put("negatives", -1))));
    }

    private static byte[] packed(int countsBytes, int digits, long lowest, long highest) {
        byte[] header = ByteBuffer.allocate(48)
                .putInt(COOKIE)
                .putInt(countsBytes)
                .putInt(0)
                .putInt(digits)
                .putLong(lowest)
                .putLong(highest)
                .putDouble(1)
                .putLong(0)
                .array();
        byte[] packed = new byte[200];
        try (Deflater deflater = new Deflater()) {
            deflater.setInput(header);
            deflater.finish();
            int length = deflater.deflate(packed, 8, packed.length - 8);
            ByteBuffer.wrap(packed).putInt(PACKED_COOKIE).putInt(length);
            return Arrays.copyOf(packed, 8 + length);
        }
    }

    private static Stream<WorkerLie> counts() {
        String said = "the counts LoadTotals";
        return Stream.of(
                of("fewer than none", said, totals(one -> one.put("acked", -1))),
                of("received by nobody", said, totals(one -> {
                    ArrayNode received = (ArrayNode) one.get("received");
                    IntStream.range(0, 100_000).forEach(i -> received.add(1));
                })),
                of("fewer than before", said, totals(one -> one.put("sent", 0).put("acked", 0))),
                of(
                        "consumers of no subscription",
                        "there is no subscription 9",
                        changed(
                                Event.Readiness.class,
                                ready -> ready.withArray("consumers")
                                        .forEach(one -> ((ObjectNode) one).put("subscription", 9)))));
    }

    private static ObjectNode sample(String metric, double value, Map<String, String> labels) {
        ObjectNode sample = CBOR.createObjectNode();
        sample.put("metric", metric).put("value", value);
        ObjectNode values = sample.putObject("labels").putObject("values");
        labels.forEach(values::put);
        return sample;
    }

    private static byte[] host(long endNanos, ObjectNode sample) {
        return tree("HostReport", report -> {
            report.put("endNanos", endNanos).putArray("limitations");
            report.putArray("samples").add(sample);
        });
    }

    private static LyingWorker.Lie host(String metric, double value) {
        return also(host(System.nanoTime(), sample(metric, value, Map.of())));
    }

    private static Stream<WorkerLie> machines() {
        return Stream.of(
                of("a metric nobody knows", "unknown metric: =evil", host("=evil", 1)),
                of("a value that is none", "is not a number", host("host_cpu_cores", Double.NaN)),
                of(
                        "a time that is none",
                        "sent invalid data",
                        also(host(Long.MIN_VALUE, sample("host_cpu_cores", 1, Map.of())))),
                of(
                        "a label that ends its line",
                        "needs a value without comma",
                        also(host(
                                System.nanoTime(), sample("host_pressure_ratio", 1, Map.of("resource", "io\n=cmd"))))));
    }

    private static WorkerLie client(String name, String said, ObjectNode... samples) {
        return of(name, said, interval(one -> one.putArray("metrics").addAll(List.of(samples))));
    }

    private static ObjectNode sample(String metric, double value) {
        return sample(metric, value, Map.of());
    }

    private static Stream<WorkerLie> clients() {
        String pending = "client_pending_messages";
        return Stream.of(
                client("a client's metric nobody knows", "unknown metric: =evil", sample("=evil", 1)),
                client(
                        "a client that tells of a machine",
                        "clients report no host_cpu_cores",
                        sample("host_cpu_cores", 1)),
                client(
                        "a client's value without end",
                        "of clients can't be Infinity",
                        sample(pending, Double.POSITIVE_INFINITY)),
                client("a client's value twice", "is there twice", sample(pending, 1), sample(pending, 2)));
    }

    private static Stream<WorkerLie> limitations() {
        return Stream.of(
                of(
                        "limitations without end",
                        "limitations",
                        also(IntStream.range(0, 101)
                                .mapToObj(i -> new Event.HostReport(0, List.of(), List.of("no " + i)))
                                .map(WireFormat::encode)
                                .toArray(byte[][]::new))),
                of(
                        "a clock that leaps",
                        "a clock can't be corrected",
                        also(tree(
                                "ClockSteered",
                                steered -> steered.putObject("line")
                                        .put("fromNanos", 0)
                                        .put("offsetNanos", 0)
                                        .put("slopeBefore", 0.0)
                                        .put("slew", Double.NaN)
                                        .put("untilNanos", 0)
                                        .put("slopeAfter", 0.0)))));
    }

    /** Returns capabilities of deeply nested arrays. */
    private static byte[] deep() {
        byte[] start = tree("Prepared", prepared -> prepared.putArray("capabilities"));
        byte[] deep = Arrays.copyOf(start, 500_000);
        int from = start.length - 1;
        while (start[from] == -1) { // ends of objects
            from--;
        }
        Arrays.fill(deep, from, deep.length, (byte) 0x81);
        return deep;
    }

    private static Stream<WorkerLie> answers() {
        return Stream.of(
                of(
                        "deeply nested capabilities",
                        "expected a record Event",
                        event -> Stream.of(is(Event.Prepared.class, event) ? deep() : event)),
                of("no settings", "Null value", changed(Event.Opened.class, opened -> opened.putNull("config"))),
                of(
                        "a recheck that none is",
                        "expected a record Event",
                        also(tree("ReadAgainDone", done -> done.putObject("end")))),
                of("a class of its own", "'java.lang.Object'", also(tree("java.lang.Object", one -> {}))));
    }

    private static Stream<WorkerLie> reasons() {
        return Stream.of(
                new WorkerLie(
                        "a reason without end",
                        Kind.SYSTEM,
                        "… (1000000 characters in all)",
                        also(new Event.Failed(Event.Failure.SYSTEM, "x".repeat(1_000_000)))),
                of(
                        "a kind of failure of its own",
                        "not one of the values",
                        also(tree(
                                "Failed", failed -> failed.put("kind", "ALIEN").put("reason", "")))));
    }
}
