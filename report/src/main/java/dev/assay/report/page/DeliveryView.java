package dev.assay.report.page;

import dev.assay.model.result.Delivery;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.DrainRecord;
import dev.assay.report.figure.Formats;
import dev.assay.report.figure.SecondReadingText;
import java.util.ArrayList;
import java.util.List;

/**
 * What became of the messages, with an assessment in words.
 *
 * @param clean whether nothing went wrong at all
 * @param load figures of the producing side
 * @param readings how what was missing was looked for again, a sentence for each subscription
 */
public record DeliveryView(
        boolean clean, String assessment, List<Item> load, List<Row> subscriptions, List<String> readings) {
    /** One count; {@code bad} when it should have been 0 and is not. */
    public record Item(String name, String meaning, long count, boolean bad) {}

    /** One subscription's counts, in the order of {@link #COLUMNS}. */
    public record Row(String subscription, boolean clean, List<Item> counts) {
        /** The state in words. */
        public String state() {
            return clean
                    ? "clean"
                    : String.join(
                            ", ",
                            counts.stream()
                                    .filter(Item::bad)
                                    .map(item -> Formats.count(item.count()) + " " + item.name())
                                    .toList());
        }
    }

    /** Headings of a subscription's counts. */
    public static final List<String> COLUMNS = List.of(
            "received", "lost", "undelivered", "duplicated", "out of order", "corrupted", "unexpected", "recovered");

    /** The view of that delivery. */
    public static DeliveryView of(Delivery delivery, DrainRecord drain) {
        List<Item> load = load(delivery);
        List<Row> rows =
                delivery.subscriptions().stream().map(DeliveryView::row).toList();
        boolean clean = load.stream().noneMatch(Item::bad) && rows.stream().allMatch(Row::clean);
        return new DeliveryView(clean, assessment(load, rows), load, rows, SecondReadingText.lines(drain));
    }

    private static List<Item> load(Delivery delivery) {
        return List.of(
                new Item("scheduled", "asked for by the schedule", delivery.scheduled(), false),
                new Item(
                        "unsent",
                        "never handed to the client: the time for catching up was over",
                        delivery.unsent(),
                        delivery.unsent() > 0),
                new Item("sent", "handed to the client", delivery.sent(), false),
                new Item("acknowledged", "acknowledged by the system", delivery.acked(), false),
                new Item("failed", "reported as failed by the client", delivery.failed(), delivery.failed() > 0),
                new Item(
                        "unknown",
                        "neither acknowledged nor failed by the end",
                        delivery.unknown(),
                        delivery.unknown() > 0),
                new Item(
                        "reported twice",
                        "completions that the driver reported more than once",
                        delivery.violations(),
                        delivery.violations() > 0));
    }

    private static Row row(SubscriptionDelivery delivery) {
        return new Row(
                delivery.subscription(),
                delivery.clean(),
                List.of(
                        new Item("received", "distinct messages", delivery.received(), false),
                        flaw("lost", "acknowledged, but never received, nor found by a fresh consumer", delivery.lost()),
                        flaw(
                                "undelivered",
                                "acknowledged and stored, but not given to the subscription",
                                delivery.undelivered()),
                        flaw("duplicated", "arrived again", delivery.duplicated()),
                        flaw("out of order", "arrived after a later one", delivery.outOfOrder()),
                        flaw("corrupted", "checksum did not match", delivery.corrupted()),
                        flaw("unexpected", "not a message of this trial", delivery.unexpected()),
                        new Item("recovered", "received although failed or unknown", delivery.recovered(), false)));
    }

    private static Item flaw(String name, String meaning, long count) {
        return new Item(name, meaning, count, count > 0);
    }

    private static String assessment(List<Item> load, List<Row> rows) {
        List<String> flaws = new ArrayList<>();
        load.stream().filter(Item::bad).forEach(item -> flaws.add(Formats.count(item.count()) + " " + item.name()));
        rows.stream().filter(row -> !row.clean()).forEach(row -> flaws.add(row.subscription() + ": " + row.state()));
        if (!flaws.isEmpty()) {
            return String.join("; ", flaws);
        }
        return rows.isEmpty()
                ? "Every message was acknowledged; there was no subscription to receive any"
                : "Every acknowledged message arrived once, whole and in order, on every subscription";
    }
}
