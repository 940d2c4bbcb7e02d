/** The RabbitMQ driver under test. */
@NullMarked
package dev.assay.systems.rabbitmq.driver;

import org.jspecify.annotations.NullMarked;
