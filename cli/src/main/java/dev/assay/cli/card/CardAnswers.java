package dev.assay.cli.card;

import dev.assay.cli.run.Reporting;
import dev.assay.cli.terminal.Terminal;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.report.card.Card;
import dev.assay.report.card.Reproduction;
import dev.assay.report.card.Reproduction.Here;
import dev.assay.report.card.Reproduction.Side;
import dev.assay.report.card.Reproduction.Word;
import dev.assay.report.card.ReproductionView;
import dev.assay.report.view.TerminalRenderer;
import dev.assay.store.RunDirectory;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Whether runs here find what cards say to have found, figure by figure. */
public final class CardAnswers {
    /** The smallest difference that matters between machines, where nobody says another. */
    public static final double THRESHOLD = 0.25;

    private CardAnswers() {}

    /**
     * Judges runs by cards that lie among them, all of one scenario.
     *
     * @param files cards and run directories, in any order
     * @throws CommandFailure when one is named twice, there is no run, or one of them is of another scenario
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
        long distinct = files.stream()
                .map(file -> file.toAbsolutePath().normalize())
                .distinct()
                .count();
        if (distinct < files.size()) {
            throw CommandFailure.badInput(
                    "a card or a run is given twice, but is one run and one sample; leave it out");
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
        cards.forEach(card -> requireSame(first, card, card.title()));
        List<RunCard> made = new ArrayList<>();
        for (RunDirectory run : runs) {
            RunCard card = RunCard.of(run, StudyFolder.digests(), out);
            requireSame(first, card.card(), run.path().toString());
            made.add(card);
        }
        Reproduction reproduction = Reproduction.of(
                cards.stream().map(CardAnswers::side).toList(),
                new Here(
                        made.stream().map(run -> side(run.card())).toList(),
                        made.getFirst().offered()),
                threshold);
        out.println();
        out.print(TerminalRenderer.render(ReproductionView.blocks(first.title(), reproduction), Terminal.isColoured()));
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

    private static Side side(Card card) {
        return new Side(card, Reproducible.lock(card));
    }

    private static void requireSame(Card card, Card other, String source) {
        boolean same = Reproducible.scenario(other).equals(Reproducible.scenario(card))
                && other.overrides().equals(card.overrides())
                && other.study().map(Card.OfStudy::sha256).equals(card.study().map(Card.OfStudy::sha256));
        if (!same) {
            throw CommandFailure.badInput(
                    source + " is a run of another scenario than the card, or with other overrides");
        }
    }
}
