package dev.assay.cli.card;

import dev.assay.analysis.reading.Reading;
import dev.assay.cli.run.Reporting;
import dev.assay.cli.terminal.Terminal;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.report.card.Card;
import dev.assay.report.card.Reproduction;
import dev.assay.report.card.Reproduction.Word;
import dev.assay.report.card.ReproductionView;
import dev.assay.report.view.TerminalRenderer;
import dev.assay.store.RunDirectory;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** Whether runs here find what cards say to have found, figure by figure. */
public final class CardAnswers {
    /** The smallest difference that matters between machines, where nobody says another. */
    public static final double THRESHOLD = 0.25;

    private CardAnswers() {}

    /**
     * Judges runs by cards that lie among them, all of one scenario.
     *
     * @param files cards and run directories, in any order
     * @throws CommandFailure when one is there twice, there is no run, or one of them is of another scenario
     */
    public static ExitCode tell(List<Path> files, double threshold, PrintWriter out) {
        List<Card> cards =
                files.stream().filter(CardFile::isOne).map(CardFile::read).toList();
        List<RunDirectory> runs = files.stream()
                .filter(file -> !CardFile.isOne(file))
                .map(Reporting::open)
                .toList();
        if (runs.isEmpty()) {
            throw CommandFailure.badInput(
                    "cards are compared with runs of the same scenario made here, but no run directory is given; 'assay run "
                            + files.getFirst() + "' makes one");
        }
        return tell(cards, runs, threshold, out);
    }

    /**
     * Judges runs of one scenario by cards of it.
     *
     * @param threshold the smallest difference that matters, as a fraction
     * @param out is told the answers, and why a study can't be judged
     * @return OK where each figure that is judged is reproduced, GATE_FAILED where one is contradicted, else INCONCLUSIVE
     * @throws CommandFailure when one of them is of another scenario
     */
    public static ExitCode tell(List<Card> cards, List<RunDirectory> runs, double threshold, PrintWriter out) {
        Card first = cards.getFirst();
        cards.forEach(card -> requireSame(first, card, card.facts().title()));
        RunCard here = RunCard.of(runs, StudyFolder.digests(), out);
        requireSame(first, here.card(), runs.getFirst().path().toString());
        requireOnce(cards, here.card());
        Reproduction reproduction = Reproduction.of(cards, here.card(), here.offered(), threshold);
        out.println();
        out.print(TerminalRenderer.render(
                ReproductionView.blocks(first.facts().title(), reproduction), Terminal.isColoured()));
        out.flush();
        if (reproduction.count(Word.CONTRADICTED) > 0) {
            return ExitCode.GATE_FAILED;
        }
        int reproduced = reproduction.count(Word.REPRODUCED);
        boolean all = reproduced > 0
                && reproduced + reproduction.count(Word.OFFERED)
                        == reproduction.answers().size();
        return all ? ExitCode.OK : ExitCode.INCONCLUSIVE;
    }

    /** The same run twice is one sample; on both sides it says nothing of another, which matters where there are words. */
    private static void requireOnce(List<Card> cards, Card here) {
        List<List<Reading>> found =
                cards.stream().flatMap(card -> card.rows().stream()).toList();
        if (Set.copyOf(found).size() < found.size()) {
            throw CommandFailure.badInput("a run is on several cards, but is one run and one sample; leave one out");
        }
        if (Reproduction.sampling(found.size(), here.rows().size()).allowsWords()
                && !Collections.disjoint(found, here.rows())) {
            throw CommandFailure.badInput(
                    "a run is on the card itself, and says nothing of whether that is reproduced; leave it out");
        }
    }

    /** A study that is run from its card has lost its comments, and another digest with them. */
    private static void requireSame(Card card, Card other, String source) {
        boolean same = other.scenario().equals(card.scenario())
                && other.facts().overrides().equals(card.facts().overrides())
                && (!card.scenario().isEmpty()
                        || other.facts().study().equals(card.facts().study()));
        if (!same) {
            throw CommandFailure.badInput(
                    source + " is a run of another scenario than the card, or with other overrides");
        }
    }
}
