package io.quarkus.test.junit.virtual;

import dev.loomweight.junit.GateExtension;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/** The test fails if there was no pin, or more than allowed; as {@link dev.loomweight.junit.ExpectPins}. */
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@ExtendWith(GateExtension.class)
public @interface ShouldPin {

    /** {@return how many pins there may be: 1 or more} */
    int atMost() default Integer.MAX_VALUE;
}
