package dev.assay.report.card;

import dev.assay.report.card.Card.MeasuredSystem;
import dev.assay.report.card.Card.OfStudy;
import dev.assay.report.text.Formats;
import dev.assay.report.view.Block;
import dev.assay.report.view.Block.Cell;
import dev.assay.report.view.Block.Column;
import dev.assay.report.view.Block.Row;
import dev.assay.report.view.Block.Section;
import dev.assay.report.view.Block.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Lists cards: those of shipped studies first, and among these the comparable ones first.
 *
 * @param cards the newest first
 */
public record IndexPage(List<Entry> cards) {
    private static final int DIGITS = 12;

    public enum Origin {
        /** The card is of a study that this Assay ships, to the letter. */
        SHIPPED_STUDY(
                "From shipped studies",
                "Figures of comparable cards may stand beside each other: nothing was overridden, the verdict is VALID, and every durability level was verified."),
        /** The card is of a scenario, or of another study. */
        OTHER("Others", "Read each by itself: what is measured differs from card to card.");

        private final String title;
        private final String note;

        Origin(String title, String note) {
            this.title = title;
            this.note = note;
        }
    }

    /**
     * @param link to its file, relative to the page; empty without one
     * @param notComparable why its figures must not be compared with others'; empty where they may
     */
    public record Entry(Card card, Optional<String> link, Origin origin, List<String> notComparable) {
        public Entry {
            notComparable = List.copyOf(notComparable);
        }

        /** Returns its anchor in the page. */
        public String id() {
            return "card-" + card.digest().substring(0, DIGITS);
        }

        public String title() {
            return card.facts().title();
        }

        private boolean comparable() {
            return notComparable.isEmpty();
        }

        private Row row() {
            List<String> words = List.of(
                    title(),
                    measured(),
                    card.verdict().name(),
                    card.systems().stream()
                            .map(MeasuredSystem::system)
                            .distinct()
                            .collect(Collectors.joining(", ")),
                    card.systems().stream()
                            .map(MeasuredSystem::level)
                            .distinct()
                            .collect(Collectors.joining(", ")),
                    card.facts().study().map(OfStudy::name).orElse("none"),
                    comparable() ? "comparable" : "free");
            List<Cell> cells = new ArrayList<>(words.stream().map(Cell::of).toList());
            cells.set(0, cells.getFirst().to("#" + id()));
            return new Row(Optional.of(card.verdict()), "", cells, List.of());
        }

        /** Returns the day of its first run, in UTC. */
        public String measured() {
            return card.facts().runs().getFirst().measured();
        }
    }

    public IndexPage {
        cards = cards.stream()
                .sorted(Comparator.comparing(Entry::origin).thenComparing(entry -> !entry.comparable()))
                .toList();
    }

    private List<Entry> of(Origin origin) {
        return cards.stream().filter(entry -> entry.origin() == origin).toList();
    }

    /** Returns the number of cards of each origin that has any. */
    public String tally() {
        int shipped = of(Origin.SHIPPED_STUDY).size();
        int rest = cards.size() - shipped;
        String number = Formats.counted(cards.size(), "card");
        if (shipped == 0) {
            return number;
        }
        return number + ": " + shipped + " from shipped studies" + (rest == 0 ? "" : ", " + rest + " of others");
    }

    /** Makes a section for each origin that has cards: a table of them, and a section for each card. */
    public List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        for (Origin origin : Origin.values()) {
            List<Entry> entries = of(origin);
            if (!entries.isEmpty()) {
                blocks.add(Section.of("", origin.title, blocks(origin, entries)));
            }
        }
        return blocks;
    }

    private static List<Block> blocks(Origin origin, List<Entry> entries) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(Table.of(
                "cards",
                origin.title,
                Stream.of("Card", "Measured", "Verdict", "Systems", "Durability", "Study", "Figures")
                        .map(Column::words)
                        .toList(),
                entries.stream().map(Entry::row).toList(),
                List.of(origin.note)));
        entries.forEach(entry -> blocks.add(
                Section.of(entry.id(), entry.title(), CardView.blocks(entry.card(), entry.notComparable()))));
        return blocks;
    }
}
