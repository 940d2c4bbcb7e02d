package dev.assay.report.page;

import dev.assay.model.result.Delivery;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.DrainRecord;
import dev.assay.model.result.RecheckRecord;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.report.text.Formats;
import dev.assay.report.view.Block;
import dev.assay.report.view.Block.Cell;
import dev.assay.report.view.Block.Column;
import dev.assay.report.view.Block.Finding;
import dev.assay.report.view.Block.Fold;
import dev.assay.report.view.Block.Row;
import dev.assay.report.view.Block.Section;
import dev.assay.report.view.Block.Table;
import dev.assay.report.view.Block.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

final class DeliveryView {
    private static final String NOT_KNOWN = "not known";

    private DeliveryView() {}

    /** Holds one count; {@code bad} when it is not 0 and should be. */
    private record Item(String name, String meaning, long count, boolean bad) {
        static Item plain(String name, String meaning, long count) {
            return new Item(name, meaning, count, false);
        }

        static Item flaw(String name, String meaning, long count) {
            return new Item(name, meaning, count, count > 0);
        }

        Column column() {
            return new Column(name, "", "", true, meaning);
        }

        Cell cell() {
            return new Cell(Formats.count(count), "", bad ? Cell.BAD : "", bad ? meaning : "", "");
        }
    }

    static List<Block> of(TrialRecord trial) {
        Delivery delivery = trial.delivery();
        List<Item> load = load(delivery);
        List<Block> tables = new ArrayList<>();
        List<Column> columns = new ArrayList<>(List.of(Column.words("Producers")));
        List<Cell> cells = new ArrayList<>(List.of(Cell.of("all")));
        for (Item item : load) {
            columns.add(item.column());
            cells.add(item.cell());
        }
        boolean sent = load.stream().noneMatch(Item::bad);
        tables.add(Table.of(
                "load",
                "Messages of the producing side",
                columns,
                List.of(new Row(grade(sent), mark(sent), cells, List.of())),
                List.of()));
        subscriptions(trial).ifPresent(tables::add);
        rechecks(trial.course().drain()).forEach(line -> tables.add(Text.note(line)));
        List<String> flaws = flaws(trial, load);
        boolean clean = flaws.isEmpty();
        String assessment = !clean
                ? String.join("; ", flaws)
                : delivery.subscriptions().isEmpty()
                        ? "Every message was acknowledged; there was no subscription to receive any"
                        : ordered(trial)
                                ? "Every acknowledged message arrived once, whole and in order, on every subscription"
                                : "Every acknowledged message arrived once and whole on every subscription; not on all of them is order promised";
        return List.of(
                new Finding(grade(clean), mark(clean) + " Delivery " + (clean ? "clean" : "not clean"), assessment),
                new Section("", "Delivery in messages of all phases, warm-up included", Fold.FOLDED, tables));
    }

    private static Optional<Grade> grade(boolean clean) {
        return Optional.of(clean ? Grade.VALID : Grade.INVALID);
    }

    private static String mark(boolean clean) {
        return (clean ? Grade.VALID : Grade.INVALID).mark();
    }

    /** Returns a line for each subscription that lacked messages after the drain. */
    private static List<String> rechecks(DrainRecord drain) {
        return drain.rechecks().stream().map(DeliveryView::recheck).toList();
    }

    private static String recheck(RecheckRecord reading) {
        String subscription = reading.subscription() + ": ";
        if (reading.outcome() == RecheckRecord.Outcome.SKIPPED) {
            return subscription + "missing messages were not rechecked: " + reading.detail();
        }
        return subscription
                + "a new consumer was given %s of %s in %s; %s"
                        .formatted(
                                Formats.counted(reading.read(), "message"),
                                source(reading.source()),
                                Formats.seconds(reading.nanos() / 1e9),
                                reading.detail().isEmpty() ? "there were no more" : reading.detail());
    }

    private static String source(RecheckRecord.Source source) {
        return switch (source) {
            case TOPIC -> "everything that the system has";
            case REST -> "what the queue had left";
        };
    }

    private static Optional<Table> subscriptions(TrialRecord trial) {
        Delivery delivery = trial.delivery();
        if (delivery.subscriptions().isEmpty()) {
            return Optional.empty();
        }
        List<Column> columns = new ArrayList<>(List.of(Column.words("Subscription")));
        counts(trial, delivery.subscriptions().getFirst()).forEach(item -> columns.add(item.column()));
        List<Row> rows = new ArrayList<>();
        for (SubscriptionDelivery subscription : delivery.subscriptions()) {
            List<Cell> cells = new ArrayList<>(List.of(Cell.of(subscription.subscription())));
            counts(trial, subscription).forEach(item -> cells.add(item.cell()));
            boolean clean = clean(trial, subscription);
            rows.add(new Row(grade(clean), mark(clean), cells, List.of()));
        }
        return Optional.of(Table.of("subscriptions", "Messages of each subscription", columns, rows, List.of()));
    }

    private static boolean ordered(TrialRecord trial) {
        return trial.delivery().subscriptions().stream().allMatch(one -> trial.isOrdered(one.subscription()));
    }

    private static boolean clean(TrialRecord trial, SubscriptionDelivery subscription) {
        return trial.isOrdered(subscription.subscription()) ? subscription.clean() : subscription.cleanInAnyOrder();
    }

    private static List<Item> load(Delivery delivery) {
        List<Item> load = new ArrayList<>(List.of(
                Item.plain("scheduled", "due by the schedule", delivery.scheduled()),
                Item.flaw("unsent", "never handed to the client: the time for catching up ran out", delivery.unsent()),
                Item.plain("sent", "handed to the client", delivery.sent()),
                Item.plain("acknowledged", "acknowledged by the system", delivery.acked()),
                Item.flaw("failed", "reported as failed by the client", delivery.failed()),
                Item.flaw("unknown", "neither acknowledged nor failed by the end", delivery.unknown()),
                Item.flaw(
                        "reported twice",
                        "completions that the driver reported more than once",
                        delivery.violations())));
        if (delivery.notKnown() > 0) {
            load.add(Item.flaw(
                    NOT_KNOWN,
                    "only a lost worker could tell whether they were sent or acknowledged",
                    delivery.notKnown()));
        }
        return load;
    }

    private static List<Item> counts(TrialRecord trial, SubscriptionDelivery delivery) {
        boolean tellsLost = trial.course().drain().tellsLost();
        List<Item> counts = new ArrayList<>(List.of(
                Item.plain("received", "distinct messages", delivery.received()),
                tellsLost
                        ? Item.flaw(
                                "lost",
                                "acknowledged, but neither received nor found by a new consumer",
                                delivery.lost())
                        : Item.flaw(
                                "missing",
                                "acknowledged, but not received; whether they are lost is not known",
                                delivery.lost()),
                Item.flaw(
                        "undelivered",
                        "acknowledged and stored, but not delivered to the subscription",
                        delivery.undelivered()),
                Item.flaw("duplicated", "arrived again", delivery.duplicated()),
                trial.isOrdered(delivery.subscription())
                        ? Item.flaw("out of order", "arrived after a later one", delivery.outOfOrder())
                        : Item.plain("out of order", "arrived after a later one", delivery.outOfOrder()),
                Item.flaw("corrupted", "checksum did not match", delivery.corrupted()),
                Item.flaw("unexpected", "not a message of this trial", delivery.unexpected()),
                Item.plain("recovered", "received although failed or unknown", delivery.recovered())));
        if (!trial.course().lostWorkers().isEmpty()) {
            counts.add(Item.flaw(
                    NOT_KNOWN,
                    "only a lost worker could tell whether they should have arrived, or did",
                    delivery.notKnown()));
        }
        if (tellsRedelivered(trial)) {
            counts.add(Item.plain(
                    "redelivered",
                    "marked as redelivered by the system, as far as its client reports that",
                    delivery.redelivered()));
        }
        return counts;
    }

    /** Tells whether redelivered messages are shown: elsewhere none are expected, and not every system reports them. */
    private static boolean tellsRedelivered(TrialRecord trial) {
        return trial.plan().workload().hasQueues()
                || trial.delivery().subscriptions().stream().anyMatch(one -> one.redelivered() > 0);
    }

    private static List<String> flaws(TrialRecord trial, List<Item> load) {
        List<String> flaws = new ArrayList<>(bad(load));
        for (SubscriptionDelivery subscription : trial.delivery().subscriptions()) {
            if (!clean(trial, subscription)) {
                flaws.add(subscription.subscription() + ": " + String.join(", ", bad(counts(trial, subscription))));
            }
        }
        return flaws;
    }

    private static List<String> bad(List<Item> items) {
        return items.stream()
                .filter(Item::bad)
                .map(item -> Formats.count(item.count()) + " " + item.name())
                .toList();
    }
}
