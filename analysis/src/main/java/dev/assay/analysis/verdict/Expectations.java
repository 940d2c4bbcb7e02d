package dev.assay.analysis.verdict;

import dev.assay.model.result.Phase.Expectation;
import java.util.EnumSet;
import java.util.Set;

/**
 * What a phase was ordered to show, so that it is a finding and no flaw. Loss, corruption and a driver's violations are never
 * expected, nor is anything that the harness or the machine did.
 */
final class Expectations {
    /** A system that is offered more than it can take falls behind. */
    private static final Set<Rule> OF_LOAD =
            EnumSet.of(Rule.RATE_MISSED, Rule.OUTSTANDING_GROWING, Rule.NOT_DRAINED, Rule.UNSENT);

    /** One that is disturbed may acknowledge nothing for a while, fail what is under way, and have it sent again. */
    private static final Set<Rule> OF_DISTURBANCE = EnumSet.of(
            Rule.RATE_MISSED,
            Rule.OUTSTANDING_GROWING,
            Rule.NOT_DRAINED,
            Rule.UNSENT,
            Rule.NOTHING_MEASURED,
            Rule.SEND_DELAY,
            Rule.MESSAGES_FAILED,
            Rule.MESSAGES_UNKNOWN,
            Rule.DUPLICATES,
            Rule.OUT_OF_ORDER);

    private Expectations() {}

    static boolean expects(Expectation expectation, Rule rule) {
        return switch (expectation) {
            case SUSTAINED -> false;
            case EITHER, OVERLOAD -> OF_LOAD.contains(rule);
            case DISTURBED -> OF_DISTURBANCE.contains(rule);
        };
    }

    static boolean expects(Expectation expectation, String code) {
        return Rule.ofCode(code).filter(rule -> expects(expectation, rule)).isPresent();
    }
}
