package dev.assay.architecture.modules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;

/** Contains the project's rules for every class. */
final class HouseRules {
    private static final Pattern EMPTY_CLASS_NAME = Pattern.compile(".*(Utils?|Common|Helpers?|Manager|Misc)");
    private static final Pattern EMPTY_PACKAGE_NAME =
            Pattern.compile("(.*\\.)?(utils?|commons?|helpers?|managers?|misc)(\\..*)?");

    private HouseRules() {}

    /** Requires names of packages and classes to say what they are. */
    static ArchRule namesSaySomething() {
        return noClasses()
                .should(be("named util, common, helper, manager or misc", HouseRules::saysNothing))
                .because("such a name fits anything, so anything gathers there");
    }

    /** Requires programs to write values alike everywhere, by giving up the machine's locale before anything else. */
    static ArchRule programsHaveNoLocale() {
        return classes()
                .that(new DescribedPredicate<JavaClass>("are programs of the product") {
                    @Override
                    public boolean test(JavaClass type) {
                        return isProgram(type);
                    }
                })
                .should(be("one that sets the locale to ROOT in its main method", HouseRules::givesUpItsLocale))
                .because("%d writes the digits of the default locale, which files and other programs can't read");
    }

    /** Forbids changes of case by the rules of the machine's language: i has another capital in Turkish. */
    static ArchRule lettersHaveNoLocale() {
        return noClasses()
                .should()
                .callMethod(String.class, "toUpperCase")
                .orShould()
                .callMethod(String.class, "toLowerCase");
    }

    /**
     * Forbids virtual threads: one that has been handed a lock of the JDK needs a carrier to go on, and on a machine with one processor the
     * only carrier can be waiting for that very lock while it loads a class. The program then stands still.
     */
    static ArchRule threadsAreTheMachines() {
        // Threads of virtual time run one at a time, and tests give them carriers enough.
        return noClasses()
                .that()
                .resideOutsideOfPackage("dev.assay.testing.time")
                .should()
                .callMethod(Thread.class, "ofVirtual")
                .orShould()
                .callMethod(Thread.class, "startVirtualThread", Runnable.class)
                .orShould()
                .callMethod(Executors.class, "newVirtualThreadPerTaskExecutor")
                .because("on one processor a virtual thread can wait for ever for its carrier");
    }

    /** Tells whether a class is a program of the product; programs that only the project itself runs may print in any locale. */
    private static boolean isProgram(JavaClass type) {
        return type.getPackageName().matches(".*\\.(cli|worker|driver|fixture)(\\..*)?")
                && type.getMethods().stream()
                        .anyMatch(method -> method.getName().equals("main")
                                && method.getModifiers().contains(JavaModifier.STATIC));
    }

    private static boolean givesUpItsLocale(JavaClass type) {
        return type.getMethodCallsFromSelf().stream()
                .anyMatch(call -> call.getOriginOwner().equals(type)
                        && call.getOrigin().getName().equals("main")
                        && call.getTargetOwner().isEquivalentTo(Locale.class)
                        && call.getTarget().getName().equals("setDefault"));
    }

    private static boolean saysNothing(JavaClass type) {
        return EMPTY_CLASS_NAME.matcher(type.getSimpleName()).matches()
                || EMPTY_PACKAGE_NAME.matcher(type.getPackageName()).matches();
    }

    private static ArchCondition<JavaClass> be(String what, java.util.function.Predicate<JavaClass> holds) {
        return new ArchCondition<>("be " + what) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                boolean is = holds.test(type);
                events.add(new SimpleConditionEvent(type, is, type.getName() + (is ? " is " : " is not ") + what));
            }
        };
    }
}
