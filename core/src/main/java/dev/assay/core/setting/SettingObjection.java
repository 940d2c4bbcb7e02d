package dev.assay.core.setting;

/**
 * What a system has against a setting.
 *
 * @param what a phrase whose subject is the setting, such as "must be earliest, but is latest"
 * @param advice what to do instead
 */
public record SettingObjection(String what, String advice) {
    /** Against a setting that nobody may set. */
    public static SettingObjection never(String why) {
        return new SettingObjection("can't be set: " + why, "remove it");
    }

    /** Against every value but one. */
    public static SettingObjection mustBe(String needed, String value, String why) {
        return new SettingObjection(
                "must be " + needed + ", but is " + value + ": " + why, "set it to " + needed + ", or remove it");
    }

    /** Against what Assay itself decides for each node that it starts. */
    public static SettingObjection setByAssay() {
        return new SettingObjection(
                "can't be set: Assay sets it itself on each node of a local cluster",
                "remove it, or use deployment: existing");
    }
}
