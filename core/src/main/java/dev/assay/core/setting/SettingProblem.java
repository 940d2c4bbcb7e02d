package dev.assay.core.setting;

import dev.assay.core.scenario.Incompatibility;
import dev.assay.core.scenario.Incompatibility.Part;
import dev.assay.core.scenario.KeyPath;

/**
 * Why a setting cannot be taken.
 *
 * @param key the setting
 * @param part whether its name or its value is the matter
 * @param what a phrase whose subject is the setting, such as "must be earliest, but is latest"
 * @param advice what to do instead
 */
public record SettingProblem(KeyPath key, Part part, String what, String advice) {
    /** As a sentence that names the setting, for places that show no line of the scenario. */
    public String sentence() {
        return key + " " + what + "; " + advice;
    }

    /** As the scenario's reader shows it. */
    public Incompatibility incompatibility() {
        return new Incompatibility(key, part, what, advice);
    }
}
