package dev.assay.systems.rabbitmq.driver;

import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** Stands in for a part of the vendor's client, whose interfaces have far more methods than a test needs. */
final class Fake {
    private Fake() {}

    interface Answer {
        @Nullable
        Object to(String method, Object[] arguments) throws Exception;
    }

    static <T> T of(Class<T> type, Answer answer) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) ->
                        answer.to(method.getName(), arguments == null ? new Object[0] : arguments)));
    }
}
