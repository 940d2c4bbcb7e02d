package dev.assay.model.setting;

import dev.assay.model.spec.Incompatibility;
import dev.assay.model.spec.Incompatibility.Part;
import dev.assay.model.spec.KeyPath;

/** @param part whether its name or its value is the problem */
public record SettingProblem(KeyPath key, Part part, SettingObjection objection) {
    /** Returns a sentence that names the setting, for places that show no line of the scenario. */
    public String sentence() {
        String link = objection.link().isEmpty() ? "" : objection.link() + " ";
        return key + " " + link + objection.reason() + "; " + objection.advice();
    }

    public Incompatibility incompatibility() {
        return new Incompatibility(key, part, objection.reason(), objection.advice());
    }
}
