package dev.assay.driver.contract;

/** Pairs a way to break the contract with the test that must notice. */
enum ContractDefect {
    ACKS_BEFORE_SENDING(FaultsContract::nothingIsAcknowledgedWhileTheSystemIsFrozen, "could not have received them"),
    ACKS_WHAT_FAILS(OutcomesContract::tooLargeMessagesFailAloneAndOnce, "failed messages"),
    CLASSES_EVERYTHING_ALIKE(FailuresContract::whatFailsIsToldByClassAndCode, "class of"),
    DROPS_EVERY_1000TH(DeliveryContract::acknowledgedMessagesAreStored, "are missing"),
    SENDS_EVERY_1000TH_TWICE(DeliveryContract::acknowledgedMessagesAreStored, "duplicated"),
    KEEPS_THE_PAYLOAD(DeliveryContract::payloadsOfAllSizesArriveByteExact, "is not as it was sent"),
    FLIPS_A_BIT(DeliveryContract::payloadsOfAllSizesArriveByteExact, "is not as it was sent"),
    SWAPS_DELIVERIES(DeliveryContract::messagesOfOneProducerKeepTheirOrderInEachPartition, "order in partition"),
    IGNORES_KEYS(DeliveryContract::keysDecideThePartition, "in partition"),
    REPORTS_TWICE(OutcomesContract::everyMessageHasExactlyOneOutcome, "reported"),
    FORGETS_EVERY_1000TH_OUTCOME(OutcomesContract::everyMessageHasExactlyOneOutcome, "an outcome for each message"),
    THROWS_WHEN_CLOSED(OutcomesContract::sendingThroughAClosedProducerFailsTheMessage, "closed"),
    USES_ONE_CONNECTION_FOR_ALL(IsolationContract::producersDoNotWaitForEachOther, "share a connection"),
    THROWS_ON_A_SECOND_THREAD(IsolationContract::producersDoNotWaitForEachOther, "not on this thread"),
    DELIVERS_ON_ONE_THREAD(IsolationContract::subscriptionsDoNotWaitForEachOther, "to arrive"),
    IGNORES_PAUSE(SubscriptionsContract::pausedConsumersGetNothingUntilResumed, "a paused consumer"),
    FORGETS_POSITIONS(SubscriptionsContract::subscriptionsContinueAfterReconnect, "delivered again"),
    GIVES_ALL_TO_EACH_CONSUMER(SubscriptionsContract::consumersOfOneSubscriptionShareWithoutDuplicates, "assigned"),
    DIVIDES_QUEUES_BY_PARTITIONS(
            QueuesContract::moreConsumersThanPartitionsDivideAQueueWithoutDuplicates, "to be assigned to 5 consumers"),
    SHARES_BETWEEN_SUBSCRIPTIONS(SubscriptionsContract::everySubscriptionGetsEverything, "assigned"),
    IS_ALWAYS_AT_THE_END(
            EndsContract::aConsumerIsAtTheEndOnceItHasEverythingAndNotBefore, "it was at the end although"),
    TAKES_EXISTING_TOPICS(TopicsContract::existingTopicsAreRefusedAndLeftAsTheyAre, "creating a topic that exists"),
    LEAVES_A_THREAD(ClosingContract::closingWhileBusyEndsInTimeAndLeavesNoThread, "threads to end"),
    OPENS_WHEN_CLOSED(ClosingContract::aClosedDriverOpensNothing, "raise a throwable"),
    HANGS_ON_CLOSING(ClosingContract::closingWhileBusyEndsInTimeAndLeavesNoThread, "Timeout");

    @SuppressWarnings("ImmutableEnumChecker") // method references
    private final ContractTest test;

    private final String complaint;

    ContractDefect(ContractTest test, String complaint) {
        this.test = test;
        this.complaint = complaint;
    }

    interface ContractTest {
        void run(DriverContract contract) throws Exception;
    }

    /** Returns the test that finds the defect. */
    ContractTest test() {
        return test;
    }

    /** Returns part of the test's complaint. */
    String complaint() {
        return complaint;
    }
}
