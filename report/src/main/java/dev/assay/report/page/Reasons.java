package dev.assay.report.page;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.model.result.Verdict.Finding;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.report.text.StandstillText;
import dev.assay.report.text.VerdictText;
import dev.assay.report.view.Block;
import dev.assay.report.view.Block.Link;
import dev.assay.report.view.Block.Reason;
import dev.assay.report.view.Block.Text;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Lists the reasons against the values of a run, what could not be judged, and further observations, the worst first. */
public final class Reasons {
    private static final int BRIEF_REASONS = 3;
    private static final int BRIEF_CAUSE = 180;
    private static final String NOTE = "note";
    private static final String STOOD_STILL = "stood-still";

    private Reasons() {}

    /** Returns the list of a run; a reason of several trials is listed once, with the cause in the first of them as an example. */
    public static List<Block> of(RunAnalysis run) {
        return List.copyOf(list(run));
    }

    /** Returns the worst of the list, cut to fit a screen. */
    public static List<Block> brief(RunAnalysis run) {
        List<Reason> whole = list(run);
        List<Block> blocks = new ArrayList<>();
        for (Reason reason : whole.subList(0, Math.min(whole.size(), BRIEF_REASONS))) {
            blocks.add(new Reason(
                    reason.grade(),
                    shortened(reason.sentence()),
                    shortened(reason.next()),
                    reason.code(),
                    reason.trials()));
        }
        if (whole.size() > BRIEF_REASONS) {
            blocks.add(Text.note("and " + (whole.size() - BRIEF_REASONS) + " more with --verbose: "
                    + String.join(
                            ", ",
                            whole.subList(BRIEF_REASONS, whole.size()).stream()
                                    .map(Reason::code)
                                    .distinct()
                                    .toList())));
        }
        return blocks;
    }

    /** Returns the reasons of one trial; a reason of several phases is repeated for each. */
    static List<Reason> of(TrialAnalysis trial) {
        List<Reason> reasons = new ArrayList<>();
        trial.verdict()
                .reasons()
                .forEach(reason -> reasons.add(new Reason(
                        Optional.of(reason.severity()),
                        VerdictText.prefix(trial, reason.phase()) + reason.cause(),
                        reason.action(),
                        reason.code(),
                        List.of())));
        for (Finding finding : trial.verdict().findings()) {
            String expected = finding.expected() ? "as expected, " : "";
            reasons.add(new Reason(
                    Optional.empty(),
                    expected + VerdictText.prefix(trial, finding.phase()) + finding.cause(),
                    "",
                    finding.code(),
                    List.of()));
        }
        for (PhaseAnalysis phase : trial.measured()) {
            StandstillText.of(phase)
                    .ifPresent(text -> reasons.add(new Reason(
                            Optional.empty(),
                            VerdictText.prefix(trial, phase.phase().name()) + text,
                            "",
                            STOOD_STILL,
                            List.of())));
        }
        trial.trial()
                .setup()
                .config()
                .groups()
                .getOrDefault(EffectiveConfig.NOTES, Map.of())
                .forEach((subject, text) ->
                        reasons.add(new Reason(Optional.empty(), subject + ": " + text, "", NOTE, List.of())));
        return reasons;
    }

    private static List<Reason> list(RunAnalysis run) {
        if (run.trials().size() == 1) {
            return of(run.trials().getFirst());
        }
        Map<String, Reason> merged = new LinkedHashMap<>();
        for (TrialAnalysis trial : run.trials()) {
            Link link = new Link("#" + trial.trial().identity().number(), TrialSection.anchor(trial.trial()));
            for (Reason reason : of(trial)) {
                String key = reason.grade() + reason.code() + (reason.code().equals(NOTE) ? reason.sentence() : "");
                merged.merge(key, linked(reason, List.of(link)), Reasons::merged);
            }
        }
        return merged.values().stream()
                .sorted(Comparator.comparing((Reason reason) -> reason.grade().orElse(Grade.VALID))
                        .thenComparing(reason -> reason.trials().size())
                        .reversed())
                .toList();
    }

    private static Reason linked(Reason reason, List<Link> trials) {
        return new Reason(reason.grade(), reason.sentence(), reason.next(), reason.code(), trials);
    }

    private static Reason merged(Reason first, Reason more) {
        List<Link> trials = new ArrayList<>(first.trials());
        more.trials().stream().filter(link -> !trials.contains(link)).forEach(trials::add);
        String sentence = first.sentence();
        String example = "for example in " + first.trials().getFirst().text() + ": ";
        boolean differs = !sentence.startsWith(example) && !sentence.equals(more.sentence());
        return new Reason(first.grade(), (differs ? example : "") + sentence, first.next(), first.code(), trials);
    }

    private static String shortened(String text) {
        return text.length() <= BRIEF_CAUSE ? text : text.substring(0, text.lastIndexOf(' ', BRIEF_CAUSE)) + " …";
    }
}
