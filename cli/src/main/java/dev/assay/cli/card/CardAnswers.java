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
import dev.assay.store.RunDirectory;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** Judges, figure by figure, whether local runs reproduce the results of cards. */
public final class CardAnswers {
    /** Gives the default of the smallest difference that matters between machines, as a fraction. */
    public static final double THRESHOLD = 0.25;

    private CardAnswers() {}

    /**
     * Judges the runs among {@code files} by the cards among them; all must have the same scenario.
     *
     * @param files cards and run directories, in any order
     * @throws CommandFailure when a file is given twice, there is no run, or one has another scenario
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
     * @param out receives the answers, and the reason where a study can't be judged
     * @return OK where each judged figure is reproduced, GATE_FAILED where one is contradicted, else INCONCLUSIVE
     * @throws CommandFailure when a card or run has another scenario
     */
    public static ExitCode tell(List<Card> cards, List<RunDirectory> runs, double threshold, PrintWriter out) {
        Card first = cards.getFirst();
        cards.forEach(card -> requireSame(first, card, card.facts().title()));
        RunCard repeated = RunCard.of(runs, StudyFolder.digests(), out);
        requireSame(first, repeated.card(), runs.getFirst().path().toString());
        requireOnce(cards, repeated.card());
        Reproduction reproduction = Reproduction.of(cards, repeated.card(), repeated.offered(), threshold);
        out.println();
        Terminal.print(out, ReproductionView.blocks(first.facts().title(), reproduction));
        if (reproduction.count(Word.CONTRADICTED) > 0) {
            return ExitCode.GATE_FAILED;
        }
        int reproduced = reproduction.count(Word.REPRODUCED);
        boolean all = reproduced > 0
                && reproduced + reproduction.count(Word.OFFERED)
                        == reproduction.answers().size();
        return all ? ExitCode.OK : ExitCode.INCONCLUSIVE;
    }

    /** Refuses a run that is on several cards, since it is one sample, and a run that is itself on a card where the samples allow words. */
    private static void requireOnce(List<Card> cards, Card repeated) {
        List<List<Reading>> published =
                cards.stream().flatMap(card -> card.rows().stream()).toList();
        if (Set.copyOf(published).size() < published.size()) {
            throw CommandFailure.badInput("a run is on several cards, but is one run and one sample; leave one out");
        }
        if (Reproduction.sampling(published.size(), repeated.rows().size()).allowsWords()
                && !Collections.disjoint(published, repeated.rows())) {
            throw CommandFailure.badInput(
                    "a run is on the card itself, and says nothing of whether that is reproduced; leave it out");
        }
    }

    /**
     * Compares scenarios by text where the card has one: a study that was run from its card has lost its comments, which
     * changes its digest.
     */
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
