package dev.assay.cli.card;

import dev.assay.cluster.artifact.PinnedDigests;
import dev.assay.driver.limit.OutsideSettings;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.setting.SettingGroup;
import dev.assay.model.spec.Deployment;
import dev.assay.model.spec.Redactor;
import dev.assay.model.spec.TrialSpec;
import dev.assay.report.card.Card;
import dev.assay.report.card.IdentifyingText;
import dev.assay.report.card.Lock;
import dev.assay.report.card.Reproduction;
import dev.assay.report.text.ComparisonText;
import dev.assay.run.stage.Plugins;
import dev.assay.run.workers.WorkerJvm;
import dev.assay.scenario.KeyDefaults;
import dev.assay.scenario.TrialText;
import dev.assay.scenario.plan.Plan;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Holds what a card asks to be run, restricted to what any card may ask of this machine. A card's digest says nothing about its author, so
 * it is read as if it were malicious: it may name systems that Assay itself starts, artifacts with digests known here, JVM flags from a
 * list, and settings that {@link OutsideSettings} lists for cards. It may name no address, file, class or secret.
 *
 * @param text of the scenario or study
 * @param shipped whether the text is a study of this Assay without overrides
 */
public record Reproducible(Card card, String text, boolean shipped) {
    private static final String ADVICE =
            "; read its scenario, run it as a file of yours, and set that run beside the card with 'assay compare CARD DIR' (docs/SHARING.md)";

    /** Matches values of other keys that look like addresses or paths. */
    private static final Pattern PLACE = Pattern.compile("[/~\\\\].*|.*(?:://|@|\\$\\{).*");

    /**
     * Reads what a card asks to be run.
     *
     * @param studies finds the text of a study of this Assay by its SHA-256
     * @throws CommandFailure when the card asks for something that no card may, lacks something, or can't be read by this Assay
     */
    public static Reproducible of(Card card, Function<String, Optional<String>> studies) {
        Lock lock = card.lock();
        if (lock.existing()) {
            throw existing();
        }
        checkFlags(lock);
        checkArtifacts(lock);
        String text = text(card, studies);
        if (card.facts().masked() || (text + card.facts().overrides()).contains(Redactor.MASK)) {
            throw refused("addresses, paths or secrets of its scenario are masked" + ADVICE);
        }
        card.facts().overrides().stream()
                .filter(override -> override.indexOf('=') < 1)
                .findFirst()
                .ifPresent(override -> {
                    throw refused("expected overrides like path=value, but found '" + override + "'");
                });
        if (!Reproduction.canBeOf(card)) {
            throw refused(
                    "no value of its figures counts"
                            + (card.leftOut().isEmpty() ? "" : " (" + ComparisonText.leftOut(card.leftOut()) + ")")
                            + ", so another run would have nothing to reproduce; run the scenario where nothing else runs, and make a card of that");
        }
        boolean shipped = card.scenario().isEmpty()
                && card.facts().overrides().stream().allMatch(override -> override.startsWith("study."));
        return new Reproducible(card, text, shipped);
    }

    private static String text(Card card, Function<String, Optional<String>> studies) {
        if (!card.scenario().isEmpty()) {
            return card.scenario();
        }
        String study = card.facts().study().orElseThrow().sha256();
        return studies.apply(study)
                .orElseThrow(() ->
                        refused("its study (SHA-256 %s) is none of those of this Assay; the card was made by Assay %s"
                                .formatted(study, card.lock().assay())));
    }

    private static void checkFlags(Lock lock) {
        lock.workerJvm().stream()
                .filter(flag -> !WorkerJvm.isListed(flag))
                .findFirst()
                .ifPresent(flag -> {
                    throw refused("the JVM flag '" + flag
                            + "' is not among those that this version of Assay starts workers with");
                });
    }

    private static void checkArtifacts(Lock lock) {
        List<String> changed = PinnedDigests.installed().contradicting(lock.artifacts());
        if (!changed.isEmpty()) {
            throw refused("its lock has another SHA-256 of %s than this version of Assay knows: %s"
                    .formatted(changed.getFirst(), lock.artifacts().get(changed.getFirst())));
        }
    }

    /**
     * Checks that a card may run each trial of the plan.
     *
     * @throws CommandFailure naming the first key with a value that no card may have
     */
    public void check(Plan plan) {
        Plugins.objection(card.lock().artifacts()).ifPresent(why -> {
            throw refused(why);
        });
        requireLine("name", plan.scenario());
        plan.trials().stream().map(trial -> trial.spec()).distinct().forEach(spec -> {
            if (spec.system().deployment() == Deployment.EXISTING) {
                throw existing();
            }
            if (!shipped) {
                checkKeys(spec);
            }
        });
    }

    private static void checkKeys(TrialSpec spec) {
        TrialText.keys(spec).forEach((key, value) -> {
            requireLine(key, value);
            boolean setting = key.startsWith("settings.");
            boolean place = key.startsWith("systems.")
                    && IdentifyingText.isPlace(key)
                    && !value.isBlank()
                    && !KeyDefaults.isDefault(key, value);
            if (!setting && (place || PLACE.matcher(value).matches())) {
                throw refused("%s is '%s', and a card may name no address or file%s".formatted(key, value, ADVICE));
            }
        });
        OutsideSettings allowed = OutsideSettings.beside(spec.system().getClass());
        for (SettingGroup group : SettingGroup.values()) {
            group.of(spec.settings()).forEach((name, value) -> {
                if (!allowed.mayBeOnCard(group, name, value)) {
                    throw refused(
                            "the setting %s of %s is '%s': a card may set only what is listed for cards, to a number, a switch or a single word, and no port, file, class, address or account%s"
                                    .formatted(name, spec.system().system(), value, ADVICE));
                }
            });
        }
    }

    private static void requireLine(String key, String value) {
        try {
            CardText.requireLine(key);
            CardText.requireLine(value);
        } catch (IllegalArgumentException e) {
            throw refused(key + ": " + e.getMessage() + ADVICE);
        }
    }

    private static CommandFailure existing() {
        return refused("the card's systems were existing clusters, which nobody can start again" + ADVICE);
    }

    private static CommandFailure refused(String why) {
        return CommandFailure.badInput("not reproducible: " + CardFile.line(why));
    }
}
