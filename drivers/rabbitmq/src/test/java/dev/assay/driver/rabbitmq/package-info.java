/** The RabbitMQ driver under test. */
@NullMarked
package dev.assay.driver.rabbitmq;

import org.jspecify.annotations.NullMarked;
