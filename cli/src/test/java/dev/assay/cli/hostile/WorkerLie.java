package dev.assay.cli.hostile;

import com.google.protobuf.ByteString;
import dev.assay.run.coordinator.TrialFailedException.Kind;
import dev.assay.worker.wire.proto.ClockSteered;
import dev.assay.worker.wire.proto.Event;
import dev.assay.worker.wire.proto.Failed;
import dev.assay.worker.wire.proto.Figure;
import dev.assay.worker.wire.proto.HostReport;
import dev.assay.worker.wire.proto.Interval;
import dev.assay.worker.wire.proto.MetricHistogram;
import dev.assay.worker.wire.proto.Opened;
import dev.assay.worker.wire.proto.Prepared;
import dev.assay.worker.wire.proto.ReadAgainDone;
import dev.assay.worker.wire.proto.Totals;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.Deflater;

/**
 * Something that no worker says, and what the trial fails with.
 *
 * @param said what the reason has in it
 */
record WorkerLie(String name, Kind kind, String said, LyingWorker.Lie lie) {
    private static final int PACKED_COOKIE = 0x1c849314;
    private static final int COOKIE = 0x1c849313;

    @Override
    public String toString() {
        return name;
    }

    /** All of them. */
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

    static WorkerLie of(String name, String said, LyingWorker.Lie lie) {
        return new WorkerLie(name, Kind.WORKER, said, lie);
    }

    /** Instead of each interval another one. */
    private static LyingWorker.Lie interval(Consumer<Interval.Builder> change) {
        return event -> {
            if (!event.hasInterval()) {
                return Stream.of(event);
            }
            Interval.Builder changed = event.getInterval().toBuilder();
            change.accept(changed);
            return Stream.of(Event.newBuilder().setInterval(changed).build());
        };
    }

    private static LyingWorker.Lie histogram(Consumer<MetricHistogram.Builder> change) {
        return interval(interval -> change.accept(interval.getHistogramsBuilder(0)));
    }

    private static LyingWorker.Lie totals(Consumer<Totals.Builder> change) {
        return interval(interval -> change.accept(interval.getTotalsBuilder()));
    }

    /** Before the first interval something else. */
    static LyingWorker.Lie also(Stream<Event> more) {
        List<Event> once = more.toList();
        return event -> event.hasInterval() ? Stream.concat(once.stream(), Stream.of(event)) : Stream.of(event);
    }

    static LyingWorker.Lie also(Event.Builder event) {
        return also(Stream.of(event.build()));
    }

    private static Stream<WorkerLie> intervals() {
        return Stream.of(
                of(
                        "a phase that names a place",
                        "there is no phase '../../evil'",
                        histogram(one -> one.setPhase("../../evil"))),
                of(
                        "a subscription of its own",
                        "there is no subscription '=cmd'",
                        histogram(one -> one.setSubscription("=cmd"))),
                of("a metric of its own", "No enum constant", histogram(one -> one.setMetric("latency\u001b[2J"))),
                of(
                        "the same second twice",
                        "can't follow one that ended",
                        event -> event.hasInterval() ? Stream.of(event, event) : Stream.of(event)),
                of(
                        "time that ends before it begins",
                        "can't follow",
                        interval(one -> one.setStartNanos(2).setEndNanos(1))),
                of("time without end", "can't follow", interval(one -> one.setEndNanos(Long.MAX_VALUE))),
                of("time before all time", "can't follow", interval(one -> one.setStartNanos(Long.MIN_VALUE))),
                of("a metric twice", "twice", interval(one -> one.addHistograms(one.getHistograms(0)))),
                of("a processor that gives time back", "can't have used", interval(one -> one.setCpuNanos(-1))),
                of("stalls longer than all", "allocation stalls", interval(one -> one.setLongestStallNanos(5))),
                endless());
    }

    private static WorkerLie endless() {
        return of(
                "intervals without end",
                "but a worker reports once a second",
                event -> event.hasInterval()
                        ? IntStream.iterate(0, i -> i + 1)
                                .mapToObj(i -> Event.newBuilder()
                                        .setInterval(event.getInterval().toBuilder()
                                                .setStartNanos(
                                                        event.getInterval().getEndNanos() + i)
                                                .setEndNanos(event.getInterval().getEndNanos() + i + 1))
                                        .build())
                        : Stream.of(event));
    }

    private static Stream<WorkerLie> histograms() {
        return Stream.of(
                of(
                        "no histogram",
                        "can't be read",
                        histogram(one -> one.setHistogram(ByteString.copyFromUtf8("no histogram")))),
                of("an empty histogram", "can't be read", histogram(one -> one.setHistogram(ByteString.EMPTY))),
                of(
                        "a bomb",
                        "at most 8388608 bytes of counts",
                        histogram(one -> one.setHistogram(packed(Integer.MAX_VALUE, 3, 1, Long.MAX_VALUE)))),
                of(
                        "a bomb among the hiccups",
                        "bytes of counts",
                        interval(one -> one.setHiccups(packed(Integer.MAX_VALUE, 3, 1, Long.MAX_VALUE)))),
                of(
                        "a precision of years",
                        "digits of precision",
                        histogram(one -> one.setHistogram(packed(8, 9, 1, Long.MAX_VALUE)))),
                of(
                        "a range upside down",
                        "sent what can't be",
                        histogram(one -> one.setHistogram(packed(8, 3, Long.MAX_VALUE, 1)))),
                of("fewer than no negatives", "samples below zero", histogram(one -> one.setNegatives(-1))),
                of(
                        "negatives above zero",
                        "samples below zero",
                        histogram(one -> one.setNegatives(1).setWorstNegativeNanos(1))));
    }

    private static ByteString packed(int countsBytes, int digits, long lowest, long highest) {
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
            return ByteString.copyFrom(packed, 0, 8 + length);
        }
    }

    private static Stream<WorkerLie> counts() {
        String said = "the counts LoadTotals";
        return Stream.of(
                of("fewer than none", said, totals(one -> one.setAcked(-1))),
                of("more than there are", said, totals(one -> one.setSent(Long.MAX_VALUE))),
                of("received more than there are", said, totals(one -> one.setReceived(0, Long.MAX_VALUE))),
                of(
                        "received by nobody",
                        said,
                        totals(one -> one.addAllReceived(java.util.Collections.nCopies(100_000, 1L)))),
                of("fewer than before", said, totals(one -> one.setSent(0).setAcked(0))),
                of(
                        "progress of less than none",
                        said,
                        event -> event.hasProgress()
                                ? Stream.of(Event.newBuilder()
                                        .setProgress(event.getProgress().toBuilder()
                                                .setTotals(Totals.newBuilder().setFailed(-5)))
                                        .build())
                                : Stream.of(event)));
    }

    private static Event.Builder host(String metric, double value) {
        return Event.newBuilder()
                .setHost(HostReport.newBuilder()
                        .setEndNanos(System.nanoTime())
                        .addFigures(Figure.newBuilder().setMetric(metric).setValue(value)));
    }

    private static Stream<WorkerLie> machines() {
        return Stream.of(
                of("a metric nobody knows", "not known: =evil", also(host("=evil", 1))),
                of("a metric of the load", "sent what can't be", also(host("acked_messages_per_second", 1))),
                of("a figure that is none", "finite figures", also(host("host_cpu_cores", Double.NaN))),
                of("a figure without end", "finite figures", also(host("host_cpu_cores", Double.POSITIVE_INFINITY))),
                of(
                        "a time that is none",
                        "sent what can't be",
                        also(Event.newBuilder()
                                .setHost(HostReport.newBuilder()
                                        .setEndNanos(Long.MIN_VALUE)
                                        .addFigures(Figure.newBuilder()
                                                .setMetric("host_cpu_cores")
                                                .setValue(1))))),
                of(
                        "a label that ends its line",
                        "needs a value without comma",
                        also(Event.newBuilder()
                                .setHost(HostReport.newBuilder()
                                        .setEndNanos(System.nanoTime())
                                        .addFigures(Figure.newBuilder()
                                                .setMetric("host_pressure_ratio")
                                                .putAllLabels(Map.of("resource", "io\n=cmd"))
                                                .setValue(1))))));
    }

    private static WorkerLie client(String name, String said, Figure.Builder... figures) {
        return of(name, said, interval(one -> {
            one.clearFigures();
            Stream.of(figures).forEach(one::addFigures);
        }));
    }

    private static Figure.Builder figure(String metric, double value) {
        return Figure.newBuilder().setMetric(metric).setValue(value);
    }

    private static Stream<WorkerLie> clients() {
        String pending = "client_pending_messages";
        return Stream.of(
                client("a client's metric nobody knows", "not known: =evil", figure("=evil", 1)),
                client(
                        "a client that tells of a machine",
                        "clients tell no host_cpu_cores",
                        figure("host_cpu_cores", 1)),
                client(
                        "a client of another worker",
                        "clients tell no client_pending_messages of {worker=w2}",
                        figure(pending, 1).putLabels("worker", "w2")),
                client("a client's figure that is none", "is no number", figure(pending, Double.NaN)),
                client(
                        "a client's figure without end",
                        "of clients can't be Infinity",
                        figure(pending, Double.POSITIVE_INFINITY)),
                client("a client's figure below zero", "of clients can't be -1.0", figure(pending, -1)),
                client("a client's figure twice", "is there twice", figure(pending, 1), figure(pending, 2)),
                client(
                        "figures of clients without end",
                        "an interval has 10000 figures of clients",
                        java.util.Collections.nCopies(10_000, figure(pending, 1))
                                .toArray(Figure.Builder[]::new)));
    }

    private static Stream<WorkerLie> limitations() {
        return Stream.of(
                of(
                        "limitations without end",
                        "limitations",
                        also(IntStream.range(0, 101)
                                .mapToObj(i -> Event.newBuilder()
                                        .setHost(HostReport.newBuilder().addLimitations("no " + i))
                                        .build()))),
                of(
                        "a limitation without end",
                        "limitations",
                        also(Event.newBuilder()
                                .setHost(HostReport.newBuilder().addLimitations("x".repeat(1_000_000))))),
                of(
                        "a clock that leaps",
                        "a clock can't be corrected",
                        also(Event.newBuilder()
                                .setClockSteered(ClockSteered.newBuilder().setSlew(Double.NaN)))));
    }

    private static LyingWorker.Lie instead(Event.EventCase of, Event.Builder lie) {
        Event instead = lie.build();
        return event -> Stream.of(event.getEventCase() == of ? instead : event);
    }

    private static Stream<WorkerLie> answers() {
        return Stream.of(
                of(
                        "deeply nested capabilities",
                        "expected a Capabilities as JSON",
                        instead(
                                Event.EventCase.PREPARED,
                                Event.newBuilder()
                                        .setPrepared(Prepared.newBuilder().setCapabilities("[".repeat(500_000))))),
                of(
                        "no settings",
                        "expected a EffectiveConfig",
                        instead(
                                Event.EventCase.OPENED,
                                Event.newBuilder().setOpened(Opened.newBuilder().setConfig("null")))),
                of(
                        "settings without values",
                        "expected a EffectiveConfig",
                        instead(
                                Event.EventCase.OPENED,
                                Event.newBuilder()
                                        .setOpened(Opened.newBuilder()
                                                .setConfig("{\"groups\":{\"a\":{\"b\":null}},\"overrides\":{}}")))),
                of(
                        "a second reading that none is",
                        "expected a SecondReadingEnd",
                        also(Event.newBuilder()
                                .setReadAgainDone(ReadAgainDone.newBuilder().setEnd("{}")))));
    }

    private static Stream<WorkerLie> reasons() {
        return Stream.of(
                new WorkerLie(
                        "a reason without end",
                        Kind.SYSTEM,
                        "… (1000000 characters in all)",
                        also(Event.newBuilder()
                                .setFailed(Failed.newBuilder()
                                        .setKind(Failed.Kind.SYSTEM)
                                        .setReason("x".repeat(1_000_000))))),
                new WorkerLie(
                        "a kind of failure of its own",
                        Kind.WORKER,
                        "has failed: \u001b[2J",
                        also(Event.newBuilder()
                                .setFailed(Failed.newBuilder().setKindValue(99).setReason("\u001b[2J")))));
    }
}
