package dev.assay.model.spec;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Describes the key of a file that a record component stands for. The file's reader, the JSON Schema and the documentation all
 * come from these annotations.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Key {
    /** Returns the meaning of the key, one sentence. */
    String value();

    /** Returns the key's name where it is not the component's name in kebab case. */
    String name() default "";

    /** Returns the value, as YAML scalar text, when the file has no such key; {@link #REQUIRED} when it must have one. */
    String fallback() default REQUIRED;

    /** Tells whether the key takes one value only, never a list: it belongs to the scenario and not to a trial. */
    boolean single() default false;

    /** Tells whether commas are part of the value, so that {@code --set} does not split at them. */
    boolean commas() default false;

    /** Tells whether a cluster that runs already has decided it, so that a trial measured on that cluster can't choose it. */
    boolean cluster() default false;

    /** Returns the path from the top of the file of the key that says the same in full: a scenario gives one of the two. */
    String shortFor() default "";

    /** Tells whether its value may stand in place of the record's keys. */
    boolean alone() default false;

    /** Marks a key without fallback. A nested record, list or map that is absent counts as empty. */
    String REQUIRED = "\0required";

    /** Names a component that is no key, but the name that the record has as an entry of a map. */
    String ENTRY = "the name";

    /** Names a component that takes all keys that are none of the record's others, as they stand. */
    String OTHERS = "the others";
}
