package dev.assay.model.setting;

/**
 * @param link what joins the setting to the reason in a sentence, such as "is" or "can't be set:"; empty where the reason does
 *     so itself
 * @param reason such as "must be earliest, but is latest", to be read after the setting and a colon as well
 * @param advice what to do instead
 */
public record SettingObjection(String link, String reason, String advice) {
    private static final String NEVER = "can't be set:";

    public static SettingObjection never(String why, String advice) {
        return new SettingObjection(NEVER, why, advice);
    }

    public static SettingObjection never(String why) {
        return never(why, "remove it");
    }

    /** Objects to a setting that Assay itself decides for each node that it starts. */
    public static SettingObjection setByAssay() {
        return never("Assay sets it itself on each node of a local cluster", "remove it, or use deployment: existing");
    }

    /** @param kind what it is not, such as "not a producer setting known to this client" */
    static SettingObjection unknown(String kind, String advice) {
        return new SettingObjection("is", kind, advice);
    }

    /** @param reason a phrase whose subject is the setting, such as "must be a number, but is 'x'" */
    public static SettingObjection value(String reason, String advice) {
        return new SettingObjection("", reason, advice);
    }

    public static SettingObjection mustBe(String needed, String value, String why) {
        return value("must be " + needed + ", but is " + value + ": " + why, "set it to " + needed + ", or remove it");
    }
}
