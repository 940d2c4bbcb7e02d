package dev.assay.report.card;

import dev.assay.model.display.VisibleText;
import dev.assay.report.card.Card.Figure;
import dev.assay.report.card.Card.MeasuredSystem;
import dev.assay.report.card.Card.OfStudy;
import dev.assay.report.text.Formats;
import dev.assay.report.view.Block;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * A page of cards: those whose figures may stand beside each other apart from all others.
 *
 * @param cards the newest first
 */
public record IndexPage(List<Entry> cards) {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final int DIGITS = 12;

    /**
     * A card on the page.
     *
     * @param link where its file is, as a reference relative to the page
     * @param notComparable why its figures must not stand beside others'; none where they may
     */
    public record Entry(Card card, String link, List<String> notComparable) {
        public Entry {
            notComparable = List.copyOf(notComparable);
        }

        /** Its anchor, and its name in the page's address. */
        public String id() {
            return card.digest().substring(0, Math.min(DIGITS, card.digest().length()));
        }

        /** {@code comparable} or {@code free}. */
        public String kind() {
            return notComparable.isEmpty() ? "comparable" : "free";
        }

        /** The kinds of systems, separated by blanks. */
        public String systems() {
            return names(system -> system.system().split(" ", -1)[0]);
        }

        /** The levels, separated by blanks. */
        public String levels() {
            return names(system -> system.level().replace(' ', '-'));
        }

        /** The study; empty for none. */
        public String study() {
            return card.study().map(OfStudy::name).orElse("");
        }

        /** What the card says. */
        public List<Block> blocks() {
            return CardView.blocks(card, notComparable);
        }

        private String names(Function<MeasuredSystem, String> name) {
            return card.systems().stream().map(name).distinct().collect(Collectors.joining(" "));
        }
    }

    /** A figure as the script shows it beside that of another card. */
    private record ShownFigure(String point, String statistic, String value, String interval, long n) {
        static ShownFigure of(Figure figure) {
            return new ShownFigure(
                    VisibleText.of(figure.point()),
                    VisibleText.of(figure.statistic()),
                    CardView.value(figure),
                    CardView.interval(figure),
                    figure.n());
        }
    }

    private record ShownCard(
            String id, String title, String verdict, String kind, String machine, List<ShownFigure> figures) {}

    public IndexPage {
        cards = List.copyOf(cards);
    }

    /** The cards whose figures may stand beside each other. */
    public List<Entry> comparable() {
        return cards.stream().filter(entry -> entry.notComparable().isEmpty()).toList();
    }

    /** All others. */
    public List<Entry> free() {
        return cards.stream().filter(entry -> !entry.notComparable().isEmpty()).toList();
    }

    /** How many there are of each. */
    public String tally() {
        return Formats.counted(cards.size(), "card") + ": " + comparable().size() + " comparable, " + free().size()
                + " free";
    }

    /** What can be chosen of systems. */
    public List<String> systems() {
        return choices(entry -> List.of(entry.systems().split(" ", -1)));
    }

    /** What can be chosen of levels. */
    public List<String> levels() {
        return choices(entry -> List.of(entry.levels().split(" ", -1)));
    }

    /** What can be chosen of verdicts. */
    public List<String> verdicts() {
        return choices(entry -> List.of(entry.card().verdict().name()));
    }

    /** What can be chosen of studies. */
    public List<String> studies() {
        return choices(entry -> List.of(entry.study()));
    }

    private List<String> choices(Function<Entry, Collection<String>> of) {
        return cards.stream()
                .flatMap(entry -> of.apply(entry).stream())
                .filter(choice -> !choice.isEmpty())
                .distinct()
                .sorted()
                .toList();
    }

    /** What the script puts side by side, as JSON that can stand in a page. */
    public String data() {
        List<ShownCard> shown = Stream.concat(comparable().stream(), free().stream())
                .map(entry -> new ShownCard(
                        entry.id(),
                        VisibleText.of(entry.card().title()),
                        entry.card().verdict().name(),
                        entry.kind(),
                        VisibleText.of(CardView.machine(entry.card())),
                        entry.card().figures().stream().map(ShownFigure::of).toList()))
                .toList();
        return MAPPER.writeValueAsString(shown)
                .replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }
}
